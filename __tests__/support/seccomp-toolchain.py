# What Python programs ask of a kernel: threads, processes, sockets, files. Prints one line for each that worked.
import asyncio, concurrent.futures, http.server, multiprocessing, os, select, signal, socket, sqlite3, subprocess, sys
import tempfile, threading, urllib.request


def square(number):
    return number * number


async def talk():
    process = await asyncio.create_subprocess_exec('cat', stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    out, _ = await process.communicate(b'through a pipe')
    return out.decode()


def served():
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), http.server.SimpleHTTPRequestHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with urllib.request.urlopen(f'http://127.0.0.1:{server.server_port}/') as answer:
        return answer.status


def events():
    ours, theirs = socket.socketpair()
    poll = select.epoll()
    poll.register(ours, select.EPOLLIN)
    theirs.send(b'x')
    return len(poll.poll(5))


def files():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'file')
        with open(path, 'wb') as file:
            file.write(b'x' * 70000)
            os.fsync(file.fileno())
        os.mkfifo(os.path.join(folder, 'fifo'))
        os.link(path, path + '2')
        os.chmod(path, 0o600)
        os.utime(path, (1, 1))
        with open(path, 'rb') as source, open(path + '3', 'wb') as target:
            return os.copy_file_range(source.fileno(), target.fileno(), 70000)


def signalled():
    seen = []
    signal.signal(signal.SIGRTMIN + 3, lambda *_: seen.append('heard'))
    os.kill(os.getpid(), signal.SIGRTMIN + 3)
    return seen


if __name__ == '__main__':
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        print('threads', sum(pool.map(square, range(100))))
    for method in ('fork', 'spawn', 'forkserver'):
        with multiprocessing.get_context(method).Pool(2) as pool:
            print(method, pool.map(square, [2, 3]))
    print('asyncio', asyncio.run(talk()))
    print('http', served())
    print('events', events())
    print('files', files())
    print('signal', signalled())
    print('interfaces', 'lo' in [name for _, name in socket.if_nameindex()])
    print('database', sqlite3.connect(':memory:').execute('select 6 * 7').fetchone())
    print('random', len(os.urandom(8)), 'memory', os.memfd_create('x') > 2)
    print('shell', subprocess.run('exit 3', shell=True).returncode)
