"""
Runs a program on a pseudo-terminal: on_terminal.py COLUMNS PROGRAM WORD... Its keys come on standard input, its screen goes to standard output.
A terminal of 0 columns reports no size. At SIGUSR1 it gets the next width of COLUMNS, as in 80,40.
"""
import fcntl, os, pty, select, signal, struct, sys, termios

widths, program = [int(width) for width in sys.argv[1].split(",")], sys.argv[2:]

def size(terminal):
    columns = widths.pop(0)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24 if columns > 0 else 0, columns, 0, 0))

pid, terminal = pty.fork()
if pid == 0:
    size(0)
    os.execv(program[0], program)
widths.pop(0)
signal.signal(signal.SIGUSR1, lambda *_: size(terminal))
keys = [0]
while True:
    ready, _, _ = select.select([terminal, *keys], [], [])
    if terminal in ready:
        try:
            screen = os.read(terminal, 65536)
        except OSError:
            screen = b""
        if screen == b"":
            break
        os.write(1, screen)
    if keys and 0 in ready:
        typed = os.read(0, 4096)
        if typed == b"":
            keys = []
            os.close(terminal)
            break
        while typed != b"":
            typed = typed[os.write(terminal, typed):]
status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
sys.exit(status if status >= 0 else 128 - status)
