/*
 * System calls by name, as in syscalls(2) and in the kernel's tables for x86-64 and aarch64. An engine leaves out what its
 * machine or its libseccomp doesn't have. A call that is in neither list, and has no guard either, is refused. Reasons for
 * single calls: docs/decisions/seccomp-profile.md.
 */

/** The work of programs on their own memory, files, processes and sockets. */
export const ALLOWED: readonly string[] = words(`
  brk madvise map_shadow_stack membarrier memfd_create mincore mlock mlock2 mlockall mmap mprotect mremap mseal msync
  munlock munlockall munmap pkey_alloc pkey_free pkey_mprotect

  access chdir chmod chown close close_range copy_file_range creat dup dup2 dup3 faccessat faccessat2 fadvise64
  fchdir fchmod fchmodat fchmodat2 fchown fchownat fcntl fdatasync flock fstat fstatfs fsync ftruncate futimesat getcwd
  getdents getdents64 lchown link linkat lseek lstat mkdir mkdirat mknod mknodat newfstatat open openat openat2 pread64
  preadv preadv2 pwrite64 pwritev pwritev2 read readahead readlink readlinkat readv rename renameat renameat2 rmdir stat
  statfs statx symlink symlinkat sync sync_file_range syncfs truncate umask unlink unlinkat utime utimensat utimes write
  writev

  fgetxattr flistxattr fremovexattr fsetxattr getxattr getxattrat lgetxattr listxattr listxattrat llistxattr
  lremovexattr lsetxattr removexattr removexattrat setxattr setxattrat

  epoll_create epoll_create1 epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 inotify_add_watch
  inotify_init inotify_init1 inotify_rm_watch io_cancel io_destroy io_getevents io_pgetevents io_setup io_submit pipe
  pipe2 poll ppoll pselect6 select sendfile signalfd signalfd4 splice tee vmsplice

  execve execveat exit exit_group fork vfork wait4 waitid pidfd_open pidfd_send_signal getpgid getpgrp getpid getppid
  getsid gettid setpgid setsid set_tid_address

  futex futex_requeue futex_wait futex_waitv futex_wake get_robust_list set_robust_list restart_syscall rseq sched_yield
  getcpu get_thread_area set_thread_area

  alarm pause rt_sigaction rt_sigpending rt_sigprocmask rt_sigqueueinfo rt_sigreturn rt_sigsuspend rt_sigtimedwait
  rt_tgsigqueueinfo sigaltstack tgkill tkill

  clock_getres clock_gettime clock_nanosleep getitimer gettimeofday nanosleep setitimer time timer_create timer_delete
  timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_gettime timerfd_settime times

  accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg sendmmsg sendmsg sendto
  setsockopt shutdown

  mq_getsetattr mq_notify mq_open mq_timedreceive mq_timedsend mq_unlink msgctl msgget msgrcv msgsnd semctl semget semop
  semtimedop shmat shmctl shmdt shmget

  getegid geteuid getgid getgroups getresgid getresuid getuid setfsgid setfsuid setgid setgroups setregid setresgid
  setresuid setreuid setuid capget capset

  getpriority getrlimit getrusage ioprio_get ioprio_set prlimit64 sched_get_priority_max sched_get_priority_min
  sched_getaffinity sched_getattr sched_getparam sched_getscheduler sched_rr_get_interval sched_setaffinity sched_setattr
  sched_setparam sched_setscheduler setpriority setrlimit

  arch_prctl getrandom landlock_add_rule landlock_create_ruleset landlock_restrict_self prctl seccomp sysinfo uname
  uprobe uretprobe
`)

/**
 * Answered with ENOSYS, as by a kernel without the call. The C library uses clone where clone3 is not there, and programs
 * look for another way where a call is newer than their kernel; EPERM would end them (moby pull request 42681).
 */
export const ABSENT: readonly string[] = words(`
  clone3
  get_mempolicy mbind migrate_pages move_pages set_mempolicy set_mempolicy_home_node
  cachestat file_getattr file_setattr listmount listns lsm_get_self_attr lsm_list_modules lsm_set_self_attr memfd_secret
  process_mrelease remap_file_pages statmount
`)

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
