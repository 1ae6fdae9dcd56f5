"""System calls: which ones a bot may make, as a filter program for the kernel (seccomp).

A list of what is allowed: everything else is answered as by a kernel that does not have it
(ENOSYS), which is what C libraries have fallbacks for. What is needed to make processes and sockets
is allowed by its arguments. Left out are, among others, all that looks into or stops other
processes (ptrace, process_vm_readv), makes namespaces (unshare, setns, clone3), mounts, keys,
io_uring, userfaultfd, perf_event_open, bpf, memfd_secret, personality, modify_ldt, System V IPC.
"""

import errno
import os
import struct
from functools import cache
from typing import Final

# Each entry is name:number on x86_64:number on aarch64, or - where there is no such call.
_BASE: Final = """
read:0:63 write:1:64 open:2:- close:3:57 stat:4:- fstat:5:80 lstat:6:- poll:7:- lseek:8:62
mmap:9:222 mprotect:10:226 munmap:11:215 brk:12:214 rt_sigaction:13:134 rt_sigprocmask:14:135
rt_sigreturn:15:139 pread64:17:67 pwrite64:18:68 readv:19:65 writev:20:66 preadv:295:69
pwritev:296:70 preadv2:327:286 pwritev2:328:287 access:21:- pipe:22:- pipe2:293:59 select:23:-
pselect6:270:72 ppoll:271:73 sched_yield:24:124 mremap:25:216 msync:26:227 mincore:27:232
madvise:28:233 dup:32:23 dup2:33:- dup3:292:24 pause:34:- nanosleep:35:101
clock_nanosleep:230:115 getitimer:36:102 setitimer:38:103 alarm:37:- getpid:39:172
sendfile:40:71 socketpair:53:199 socket:41:198 connect:42:203 accept:43:202 accept4:288:242
bind:49:200 listen:50:201 sendto:44:206 recvfrom:45:207 sendmsg:46:211 recvmsg:47:212
sendmmsg:307:269 recvmmsg:299:243 shutdown:48:210 getsockname:51:204 getpeername:52:205
setsockopt:54:208 getsockopt:55:209 fork:57:- vfork:58:- clone:56:220
execve:59:221 execveat:322:281 exit:60:93 exit_group:231:94 wait4:61:260 waitid:247:95
kill:62:129 tkill:200:130 tgkill:234:131 uname:63:160 fcntl:72:25 flock:73:32 fsync:74:82
fdatasync:75:83 truncate:76:45 ftruncate:77:46 fallocate:285:47 getdents:78:- getdents64:217:61
getcwd:79:17 chdir:80:49 fchdir:81:50 rename:82:- renameat:264:38 renameat2:316:276 mkdir:83:-
mkdirat:258:34 rmdir:84:- creat:85:- link:86:- linkat:265:37 unlink:87:- unlinkat:263:35
symlink:88:- symlinkat:266:36 readlink:89:- readlinkat:267:78 chmod:90:- fchmod:91:52
fchmodat:268:53 chown:92:- fchown:93:55 lchown:94:- fchownat:260:54 umask:95:166
gettimeofday:96:169 getrlimit:97:163 setrlimit:160:164 prlimit64:302:261 getrusage:98:165
sysinfo:99:179 times:100:153 getuid:102:174 getgid:104:176 geteuid:107:175 getegid:108:177
getppid:110:173 getpgrp:111:- getpgid:121:155 setpgid:109:154 getsid:124:156 setsid:112:157
getresuid:118:148 getresgid:120:150 setresuid:117:147 setresgid:119:149 setuid:105:146
setgid:106:144 setreuid:113:145 setregid:114:143 setgroups:116:159 getgroups:115:158
capget:125:90 capset:126:91 rt_sigpending:127:136 rt_sigtimedwait:128:137
rt_sigqueueinfo:129:138 rt_sigsuspend:130:133 sigaltstack:131:132 statfs:137:43 fstatfs:138:44
getpriority:140:141 sched_getparam:143:121 sched_getscheduler:145:120
sched_get_priority_max:146:125 sched_get_priority_min:147:126 sched_getaffinity:204:123
prctl:157:167 arch_prctl:158:- gettid:186:178 time:201:- futex:202:98 futex_waitv:449:449
epoll_create:213:- epoll_create1:291:20 epoll_wait:232:- epoll_pwait:281:22 epoll_pwait2:441:441
epoll_ctl:233:21 set_tid_address:218:96 restart_syscall:219:128 fadvise64:221:223
timer_create:222:107 timer_settime:223:110 timer_gettime:224:108 timer_getoverrun:225:109
timer_delete:226:111 clock_gettime:228:113 clock_getres:229:114 openat:257:56 openat2:437:437
newfstatat:262:79 faccessat:269:48 faccessat2:439:439 statx:332:291 utimensat:280:88
utimes:235:- futimesat:261:- utime:132:- set_robust_list:273:99 get_robust_list:274:100
splice:275:76 eventfd:284:- eventfd2:290:19 signalfd:282:- signalfd4:289:74
timerfd_create:283:85 timerfd_settime:286:86 timerfd_gettime:287:87 inotify_init:253:-
inotify_init1:294:26 inotify_add_watch:254:27 inotify_rm_watch:255:28 getcpu:309:168
getrandom:318:278 memfd_create:319:279 membarrier:324:283 copy_file_range:326:285 rseq:334:293
close_range:436:436 ioctl:16:29 pidfd_open:434:434 pidfd_send_signal:424:424
"""
_MORE: Final = {
    # V8 guards the code it makes with protection keys.
    "node": "pkey_alloc:330:289 pkey_free:331:290 pkey_mprotect:329:288",
}
"""What bots of a language need beside that. The others make do with what all have."""


class Machine:
    """A kind of processor: its name, its number in the filter, its column in the lists."""

    def __init__(self, name: str, audit: int, column: int) -> None:
        self.name: Final = name
        self.audit: Final = audit
        self.column: Final = column


MACHINES: Final = {
    "x86_64": Machine("x86_64", 0xC000003E, 1),
    "aarch64": Machine("aarch64", 0xC00000B7, 2),
}

# Instructions of the kernel's filter machine.
_LOAD: Final = 0x20
_IF_EQUAL: Final = 0x15
_IF_ANY_BIT: Final = 0x45
_RETURN: Final = 0x06
# Where the call's number, the machine and the arguments' lower halves are.
_NUMBER: Final = 0
_AUDIT: Final = 4
_FIRST_ARGUMENT: Final = 16
_ARGUMENT_SIZE: Final = 8
# What becomes of the call.
_ALLOW: Final = 0x7FFF0000
_KILL: Final = 0x80000000
_ERROR: Final = 0x00050000

# CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET.
_NEW_NAME_SPACES: Final = 0x80 | 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x70000000
_UNIX_SOCKETS: Final = 1
# TIOCSTI and TIOCLINUX put words into a terminal's input.
_TYPING: Final = (0x5412, 0x541C)


@cache
def filter_of(language: str, machine: str = os.uname().machine) -> bytes | None:
    """The filter for bots in this language; None where the kind of processor is not known."""
    if machine not in MACHINES:
        return None
    return assemble(language, MACHINES[machine])


def assemble(language: str, machine: Machine) -> bytes:
    """The filter as the kernel reads it."""
    allowed = numbers(language, machine)
    program = [
        (_LOAD, 0, 0, _AUDIT),
        (_IF_EQUAL, 1, 0, machine.audit),
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]
    guarded = {
        "clone": _unless_any_bit(0, _NEW_NAME_SPACES, errno.EPERM),
        "socket": _only_if(0, _UNIX_SOCKETS, errno.EAFNOSUPPORT),
        "socketpair": _only_if(0, _UNIX_SOCKETS, errno.EAFNOSUPPORT),
        "ioctl": _unless_equal(1, _TYPING, errno.EPERM),
    }
    for name, check in guarded.items():
        program += [(_IF_EQUAL, 0, len(check), allowed.pop(name)), *check]
    for number in allowed.values():
        program += [(_IF_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ALLOW)]
    program.append((_RETURN, 0, 0, _ERROR | errno.ENOSYS))
    return b"".join(struct.pack("=HBBI", *step) for step in program)


def numbers(language: str, machine: Machine) -> dict[str, int]:
    """The system calls that bots in this language may make, with their numbers."""
    rows = [entry.split(":") for entry in f"{_BASE} {_MORE.get(language, '')}".split()]
    # clone3 hands its flags over in memory, where no filter can look: libraries fall back to clone.
    return {row[0]: int(row[machine.column]) for row in rows if row[machine.column] != "-"}


def _unless_any_bit(argument: int, bits: int, error: int) -> list[tuple[int, int, int, int]]:
    return [
        _load(argument),
        (_IF_ANY_BIT, 0, 1, bits),
        (_RETURN, 0, 0, _ERROR | error),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _only_if(argument: int, value: int, error: int) -> list[tuple[int, int, int, int]]:
    return [
        _load(argument),
        (_IF_EQUAL, 1, 0, value),
        (_RETURN, 0, 0, _ERROR | error),
        (_RETURN, 0, 0, _ALLOW),
    ]


def _unless_equal(
    argument: int, values: tuple[int, ...], error: int
) -> list[tuple[int, int, int, int]]:
    steps = [_load(argument)]
    for value in values:
        steps += [(_IF_EQUAL, 0, 1, value), (_RETURN, 0, 0, _ERROR | error)]
    return [*steps, (_RETURN, 0, 0, _ALLOW)]


def _load(argument: int) -> tuple[int, int, int, int]:
    return (_LOAD, 0, 0, _FIRST_ARGUMENT + argument * _ARGUMENT_SIZE)
