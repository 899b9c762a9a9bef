"""
Runs a program on a pseudo-terminal: on_terminal.py COLUMNS PROGRAM WORD... Its keys come on standard input, for each of its reads a line of
hexadecimal digits; its screen goes to standard output. A terminal of 0 columns reports no size. At SIGUSR1 it gets the next width of COLUMNS, as
in 80,40.
"""
import fcntl, os, pty, select, signal, struct, sys, termios

widths, program = [int(width) for width in sys.argv[1].split(",")], sys.argv[2:]

def size(terminal):
    columns = widths.pop(0)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24 if columns > 0 else 0, columns, 0, 0))

terminal, own = pty.openpty()
name = os.ttyname(own)
size(terminal)
pid = os.fork()
if pid == 0:
    os.close(terminal)
    os.setsid()
    fcntl.ioctl(own, termios.TIOCSCTTY, 0)
    for stream in range(3):
        os.dup2(own, stream)
    if own > 2:
        os.close(own)
    os.execv(program[0], program)
os.close(own)
signal.signal(signal.SIGUSR1, lambda *_: size(terminal))

def is_read():
    """Whether the program has read all keys so far."""
    try:
        other = os.open(name, os.O_RDWR | os.O_NOCTTY)
    except OSError:
        return True
    try:
        return struct.unpack("i", fcntl.ioctl(other, termios.FIONREAD, bytes(4)))[0] == 0
    finally:
        os.close(other)

keys, waiting, line = [0], [], b""
while True:
    ready, _, _ = select.select([terminal, *keys], [], [], 0.002 if waiting else None)
    if terminal in ready:
        try:
            screen = os.read(terminal, 65536)
        except OSError:
            screen = b""
        if screen == b"":
            break
        os.write(1, screen)
    if keys and 0 in ready:
        typed = os.read(0, 65536)
        if typed == b"":
            keys = []
        *whole, line = (line + typed).split(b"\n")
        waiting += [bytes.fromhex(one.decode()) for one in whole]
    if waiting and is_read():
        typed = waiting.pop(0)
        while typed != b"":
            typed = typed[os.write(terminal, typed):]
    if not keys and not waiting:
        os.close(terminal)
        break
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.exit(status if status >= 0 else 128 - status)
