# The probe: text for `sh -c`, run as PID 1 of a step's container. It says what the kernel says about it, then waits for
# one line on its input; only the release word makes it start the step, as its child. It may use shell builtins only,
# for nothing else is sure to be in an image, and must mean the same in dash, busybox ash and bash.
#
# Arguments: nonce, release word, workspace, working directory, shell (auto, bash, sh), stdin (none, given), command, the
# filter's signal number and its neighbour, and the paths that must be masked or read-only where the kernel has them.
#
# An image may export any name, and a name that is set here would reach the step with another value: hence the underscores.
_nonce=$1 _release=$2 _workspace=$3 _directory=$4 _shell=$5 _input=$6 _command=$7
shift 7
IFS=' '

# Adds each line of a file, behind a word, to the facts. `read` sees one byte at a time where the kernel gives a number
# below /proc/sys: no such file is read here. Collected, for each write costs the engine a frame.
_facts=''
show() {
  if [ -r "$2" ]; then
    while IFS= read -r _line || [ -n "$_line" ]; do
      _facts="$_facts$1 $_line
"
    done <"$2"
  else
    _facts="${_facts}unreadable $1
"
  fi
}

# The reason counts, not the status: a read-only mount and a missing right both refuse. A failed redirection ends a
# POSIX shell, hence the subshell.
try_write() {
  _reason=$(
    LC_ALL=C
    export LC_ALL
    (: >"$1") 2>&1
  ) && _reason='written'
  printf 'write %s %s\n' "$1" "$_reason"
}

# A process with this number can't be: what comes back is the filter's answer, or the kernel's that there is none.
try_signal() {
  _reason=$(
    LC_ALL=C
    export LC_ALL
    kill "-$1" 999999 2>&1
  ) && _reason='sent'
  printf 'signal %s %s\n' "$1" "$_reason"
}

show_present() {
  for _path in "$@"; do
    [ -e "$_path" ] && printf 'present %s\n' "$_path"
  done
}

# Links lead to files that are listed elsewhere, or out of this folder.
show_nodes() {
  for _path in /dev/* /dev/*/*; do
    [ -L "$_path" ] && continue
    [ -b "$_path" ] && printf 'node block %s\n' "$_path"
    [ -c "$_path" ] && printf 'node char %s\n' "$_path"
  done
}

# The list holds the one by which the folder itself is read: it is gone when it is looked for.
show_descriptors() {
  for _path in /proc/self/fd/*; do
    [ -e "$_path" ] && printf 'descriptor %s\n' "${_path##*/}"
  done
}

# Names only; a value may span lines, and a line of it that looks like a name adds one, which the host refuses.
show_environment() {
  export -p | {
    _names=''
    while IFS= read -r _line; do
      case $_line in
        'export '* | 'declare -x '*)
          _line=${_line#export }
          _line=${_line#declare -x }
          _names="${_names}environment ${_line%%=*}
"
          ;;
      esac
    done
    printf '%s' "$_names"
  }
}

show_sockets() {
  for _path in /run/* /run/*/* /var/run/* /var/run/*/* /tmp/* /tmp/.[!.]* "$HOME"/* "$HOME"/.[!.]*; do
    [ -S "$_path" ] && printf 'socket %s\n' "$_path"
  done
  [ -S / ] || printf 'sockets-scanned yes\n'
}

# What only a stored credential brings into a git configuration. A user name alone, as in ssh://git@host, is none.
show_credentials() {
  [ -f "$1" ] && ! [ -L "$1" ] || return 0
  _count=0
  while IFS= read -r _line || [ -n "$_line" ]; do
    _count=$((_count + 1))
    _host=${_line#*://}
    [ "$_host" = "$_line" ] && _host=''
    _host=${_host%%/*}
    case $_line in
      *[Ee][Xx][Tt][Rr][Aa][Hh][Ee][Aa][Dd][Ee][Rr]* | *'[include'*) printf 'credential %s\n' "$1" ;;
      *[Hh][Tt][Tt][Pp]://* | *[Hh][Tt][Tt][Pp][Ss]://*) case $_host in *@*) printf 'credential %s\n' "$1" ;; esac ;;
      *) case $_host in *:*@*) printf 'credential %s\n' "$1" ;; esac ;;
    esac
  done <"$1"
  printf 'git-config %s %s\n' "$_count" "$1"
}

# Where a folder really is, nothing when it can't be entered. The dot keeps the line ends of a name; bash leaves two
# slashes at the beginning as they are.
find_real() {
  _real=$(cd -P -- "$1" 2>/dev/null && pwd -P && printf '.')
  _real=${_real%??}
  [ -z "$_real" ] || _real=/${_real#"${_real%%[!/]*}"}
}

# PATH may have entries that lead into the workspace, by links too, or that depend on the working directory: there the
# branch would say what bash is. Told by its real folder, for /proc/self/cwd is another one when the step begins.
find_bash() {
  set -f
  IFS=:
  _inside=''
  for _folder in $PATH; do
    # Before the costly look at where it is: in most folders, and images, there is none.
    case $_folder in
      /*) [ -x "$_folder/bash" ] || continue ;;
      *) continue ;;
    esac
    [ -n "$_inside" ] || {
      find_real "$_workspace"
      # A workspace that this user can't enter has nothing that could be started.
      _inside=${_real:-$_workspace}
    }
    find_real "$_folder"
    case $_real in
      '' | "$_inside" | "$_inside"/*) ;;
      *) [ -f "$_real/bash" ] && [ -x "$_real/bash" ] && printf '%s/bash' "${_real%/}" && return ;;
    esac
  done
}

# The number behind a word in a file of a control group is not 0.
counted() {
  [ -r "$2" ] || return 1
  while read -r word number; do
    [ "$word" = "$1" ] && [ "$number" != 0 ] && return 0
  done <"$2"
  return 1
}

# Hundredths of a second since the machine started, behind a 1, for a number that begins with 0 would be octal.
read_clock() {
  IFS='. ' read -r seconds hundredths _ </proc/uptime
  case $seconds$hundredths in
    '' | *[!0-9]*) return 1 ;;
  esac
  clock=1$seconds$hundredths
}

# The control groups end with this shell. Where they have something to tell, the host gets the time to read it.
linger() {
  counted max /sys/fs/cgroup/pids/pids.events || counted max /sys/fs/cgroup/pids.events ||
    counted oom_kill /sys/fs/cgroup/memory/memory.oom_control || counted oom_kill /sys/fs/cgroup/memory.events ||
    return 0
  [ -r /proc/uptime ] && read_clock || return 0
  until=$((clock + 50))
  while [ "$clock" -lt "$until" ]; do
    read_clock || return 0
  done
}

# The last word: with it, the host knows that all before it came, and the exit code from this shell as well as from the
# engine. A step may have left the pipe in a state in which a write does not wait (O_NONBLOCK belongs to the pipe, not to
# the process): opened anew, it does.
say_over() {
  printf '\036confine-over %s %03d\n' "$_nonce" "$code"
}

end() {
  code=$1
  say_over || say_over >/proc/self/fd/1
  exit "$code"
}

choose_shell() {
  # shellcheck disable=SC3040 # tried in a subshell, for POSIX sh does not promise it
  if [ "$_shell" = bash ] || { [ "$_shell" = auto ] && [ -n "$_bash" ]; }; then
    printf 'shell bash -eo pipefail\n'
  elif (set -o pipefail) 2>/dev/null; then
    printf 'shell /bin/sh -e -o pipefail\n'
  else
    printf 'shell /bin/sh -e\n'
  fi
}

printf 'confine-begin %s\n' "$_nonce"
show status /proc/self/status
show mount /proc/self/mountinfo
show device /proc/net/dev
show route /proc/net/route
show unix /proc/net/unix
show limit /proc/self/limits
show cgroup /proc/self/cgroup
show kernel /proc/sys/kernel/osrelease
show boot /proc/sys/kernel/random/boot_id
show hostname /proc/sys/kernel/hostname
# Without a security module the file is there and can't be read.
show lsm /proc/self/attr/current 2>/dev/null
show uid-map /proc/self/uid_map
show memory-v1 /sys/fs/cgroup/memory/memory.limit_in_bytes
show memory-swap-v1 /sys/fs/cgroup/memory/memory.memsw.limit_in_bytes
show pids-v1 /sys/fs/cgroup/pids/pids.max
show cpu-quota-v1 /sys/fs/cgroup/cpu/cpu.cfs_quota_us
show cpu-period-v1 /sys/fs/cgroup/cpu/cpu.cfs_period_us
show memory-v2 /sys/fs/cgroup/memory.max
show memory-swap-v2 /sys/fs/cgroup/memory.swap.max
show pids-v2 /sys/fs/cgroup/pids.max
show cpu-v2 /sys/fs/cgroup/cpu.max
printf '%s' "$_facts"
try_write /.confine-probe
try_write /dev/null
try_signal "$1"
try_signal "$2"
shift 2
show_present "$@"
show_nodes
show_descriptors
[ -w /tmp ] && printf 'writable /tmp\n'
[ -w "$HOME" ] && printf 'writable HOME\n'
[ -w "$_workspace" ] && printf 'writable workspace\n'
[ -x "$_workspace" ] && printf 'reachable workspace\n'
show_environment
show_sockets
show_credentials "$_workspace/.git/config"
show_credentials "$_workspace/.git/config.worktree"
_modules=$_workspace/.git/modules
for _file in "$_modules"/*/config "$_modules"/*/*/config "$_modules"/*/*/*/config "$_modules"/*/*/*/*/config; do
  case $_file in
    # An earlier step may have made it: printed as it is, it would add lines to this text.
    *'
'*) printf 'credential a name with a line end below .git/modules\n' ;;
    *) show_credentials "$_file" ;;
  esac
done
_bash=$(find_bash)
_chosen=$(choose_shell)
printf '%s\n' "$_chosen"
printf 'confine-end %s\n' "$_nonce"

IFS= read -r _answer || exit 97
[ "$_answer" = "$_release" ] || exit 97

cd "$_directory" 2>/dev/null || {
  printf 'confine: there is no working directory %s when the step begins\n' "$_directory" >&2
  end 1
}
set -f
# The two dashes are for a command that begins with one.
# shellcheck disable=SC2086 # the words of the chosen shell, without a glob
set -- ${_chosen#shell } -c -- "$_command"
if [ "$1" = bash ]; then
  shift
  [ -n "$_bash" ] || {
    printf 'confine: the image has no bash in the folders of its PATH\n' >&2
    end 127
  }
  set -- "$_bash" "$@"
fi
# Remarks of this shell about its child ("Killed") are not the step's output. The redirections stand in the subshell,
# for some shells redirect themselves while they wait. Not the last command, or the shell would replace itself: the
# kernel drops the signals that PID 1 sends to itself.
exec 3>&2 2>/dev/null
# dash and ash end at an interrupt that a step sends them, and would hide how the step ends.
trap : INT
if [ "$_input" = given ]; then
  (exec "$@" 2>&3 3>&-)
else
  (exec "$@" </dev/null 2>&3 3>&-)
fi
code=$?
linger
end "$code"
