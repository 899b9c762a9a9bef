/** Servers in containers, which read their messages from standard input (spec 2.10). */
import { type Row, rows } from "./row.js";

const server = (rest: string): string => `mcp_servers: { s: { transport: stdio, ${rest} } }`;
const IMAGE = '"acme/mcp:1.2.3"';
const NOT = "global warning mcp/container-input";

/** A command line with a defect, the marked argument, and its arguments without the defect. */
function wrong(program: string, args: string, marked: string, mended: string, telling: RegExp): Row {
  const isSafe = !/in the background/.test(telling.source);
  return {
    global: server(`command: ${program}, args: [${args}]`),
    says: [`${NOT} ${marked}`],
    telling,
    fixed: isSafe ? server(`command: ${program}, args: [${mended}]`) : "same",
    mended: server(`command: ${program}, args: [${mended}]`),
  };
}

const fine = (program: string, args: string): Row => ({
  global: server(`command: ${program}, args: [${args}]`),
  says: [],
});

const NO_INPUT = /no standard input/;
const TERMINAL = /wants a terminal/;
const DETACHED = /in the background/;

rows({
  "no option": wrong("docker", `run, ${IMAGE}`, "run", `run, "-i", ${IMAGE}`, NO_INPUT),
  "other options": wrong(
    "docker",
    `run, --rm, -v, "/a:/a", -e, "A=-i", --name=x, ${IMAGE}, -i`,
    "run",
    `run, "-i", --rm, -v, "/a:/a", -e, "A=-i", --name=x, ${IMAGE}, -i`,
    NO_INPUT,
  ),
  "a group of commands": wrong("podman", `container, run, ${IMAGE}`, "run", `container, run, "-i", ${IMAGE}`, NO_INPUT),
  "a path and another program": wrong(
    "/opt/bin/nerdctl",
    `run, --rm, ${IMAGE}`,
    "run",
    `run, "-i", --rm, ${IMAGE}`,
    NO_INPUT,
  ),
  "another context": wrong(
    "docker.exe",
    `--context, lab, run, ${IMAGE}`,
    "run",
    `--context, lab, run, "-i", ${IMAGE}`,
    NO_INPUT,
  ),
  "a container that runs": wrong("docker", "exec, -u, me, box, mcp", "exec", `exec, "-i", -u, me, box, mcp`, NO_INPUT),
  "behind another program": wrong(
    "sudo",
    `-n, docker, run, ${IMAGE}`,
    "run",
    `-n, docker, run, "-i", ${IMAGE}`,
    NO_INPUT,
  ),
  "an input that is off": wrong("docker", `run, -i=false, ${IMAGE}`, "run", `run, "-i", ${IMAGE}`, NO_INPUT),
  "a long option that is off": wrong(
    "docker",
    `run, --interactive=false, ${IMAGE}`,
    "run",
    `run, "-i", ${IMAGE}`,
    NO_INPUT,
  ),
  "letters together": wrong("docker", `run, -it, --rm, ${IMAGE}`, "-it", `run, "-i", --rm, ${IMAGE}`, TERMINAL),
  "letters and a variable": wrong("docker", `run, -ite, A=1, ${IMAGE}`, "-ite", `run, "-ie", A=1, ${IMAGE}`, TERMINAL),
  "two options": wrong("docker", `run, -i, -t, ${IMAGE}`, "-t", `run, -i, ${IMAGE}`, TERMINAL),
  "two long options": wrong(
    "docker",
    `run, --interactive, --tty, ${IMAGE}`,
    "--tty",
    `run, --interactive, ${IMAGE}`,
    TERMINAL,
  ),
  "a long option that is on": wrong(
    "docker",
    `run, -i, --tty=true, ${IMAGE}`,
    "--tty=true",
    `run, -i, ${IMAGE}`,
    TERMINAL,
  ),
  "a terminal without an input": wrong("docker", `run, -t, ${IMAGE}`, "run", `run, "-i", ${IMAGE}`, NO_INPUT),
  "in the background": wrong("docker", `run, -d, ${IMAGE}`, "-d", `run, "-i", ${IMAGE}`, DETACHED),
  "in the background with all": wrong("docker", `run, -itd, ${IMAGE}`, "-itd", `run, "-i", ${IMAGE}`, DETACHED),
  "in the background, spelt out": wrong(
    "docker",
    `run, -i, --detach, ${IMAGE}`,
    "--detach",
    `run, -i, ${IMAGE}`,
    DETACHED,
  ),

  "an input": fine("docker", `run, -i, --rm, ${IMAGE}`),
  "an input behind options with values": fine("docker", `run, --cgroupns, host, --memory-swap, 1g, -i, ${IMAGE}`),
  "an input with a variable": fine("docker", `run, -ie, A=1, ${IMAGE}`),
  "an input that is on": fine("podman", `run, --rm, --interactive=true, ${IMAGE}`),
  "a terminal that is off": fine("docker", `run, -i, --tty=false, -d=false, ${IMAGE}`),
  "options of the program in the container": fine("docker", `run, -i, ${IMAGE}, -t, -d`),
  "an option that nobody knows may take the next word": fine("docker", `run, --new, "a/b:1.2.3", -i, ${IMAGE}`),
  "an argument that only loading knows": fine("docker", `run, "\${OPTION}", ${IMAGE}`),
  "no image yet": fine("docker", "run, --rm"),
  "a service of compose, which keeps the input": fine("docker", "compose, run, --rm, tools"),
  "a plug-in": fine("docker", "mcp, gateway, run"),
  "a created container": fine("docker", `create, ${IMAGE}`),
  "an empty list": fine("docker", ""),
  "empty words": fine("docker", 'run, "", "-", "--"'),
  "letters that nobody knows": fine("docker", `run, -toString, ${IMAGE}`),
  "another program": fine("runner", `run, ${IMAGE}`),

  "letters that no table lists together": wrong(
    "docker",
    `run, -tie, A=1, ${IMAGE}`,
    "-tie",
    `run, "-ie", A=1, ${IMAGE}`,
    TERMINAL,
  ),
  "a port glued to its letter": wrong(
    "docker",
    `run, -tp8080:80, -i, ${IMAGE}`,
    "-tp8080:80",
    `run, "-p8080:80", -i, ${IMAGE}`,
    TERMINAL,
  ),
  "a script": wrong(
    "sh",
    `-c, 'cd /opt && exec docker run --rm acme/mcp:1.2.3'`,
    "cd /opt && exec docker run --rm acme/mcp:1.2.3",
    `-c, "cd /opt && exec docker run -i --rm acme/mcp:1.2.3"`,
    NO_INPUT,
  ),
  "a script with a terminal": wrong(
    "bash",
    `-lc, 'docker run -i -t -e "A=b c" acme/mcp:1.2.3'`,
    `docker run -i -t -e "A=b c" acme/mcp:1.2.3`,
    String.raw`-lc, "docker run -i -e \"A=b c\" acme/mcp:1.2.3"`,
    TERMINAL,
  ),
  "a script that passes its input on": fine("sh", `-c, "docker run -i acme/mcp:1.2.3 2>>/tmp/log"`),
  "a container that comes before the server": fine("sh", `-c, "docker run -d acme/db:1.2.3 && exec /opt/mcp"`),
  "a pipe": fine("sh", `-c, "printf x | docker run acme/mcp:1.2.3"`),
  "a quoted script in a script": fine("sh", `-c, "sh -c 'docker run acme/mcp:1.2.3'"`),

  "an input alone": {
    global: server(`command: docker, args: [run, ${IMAGE}]`),
    says: [`${NOT} run`],
    telling: /write `docker run -i`$/m,
    notTelling: /`-[td]`/,
  },
  "the terminal alone": {
    global: server(`command: docker, args: [run, -it, ${IMAGE}]`),
    says: [`${NOT} -it`],
    telling: /write `docker run -i`, without `-t`$/m,
    notTelling: /`-d`/,
  },
  "the background alone": {
    global: server(`command: docker, args: [run, -d, ${IMAGE}]`),
    says: [`${NOT} -d`],
    telling: /write `docker run -i`, without `-d`$/m,
    notTelling: /`-t`/,
  },
  "the terminal and the background": {
    global: server(`command: docker, args: [run, -dit, ${IMAGE}]`),
    says: [`${NOT} -dit`],
    telling: /write `docker run -i`, without `-t` and `-d`$/m,
  },
  "long options, as they are written": {
    global: server(`command: docker, args: [run, --interactive, --tty, ${IMAGE}]`),
    says: [`${NOT} --tty`],
    telling: /write `docker run -i`, without `--tty`$/m,
  },
  "an image whose registry a variable names": {
    global: server(`command: docker, args: [run, "\${REGISTRY}/mcp:1.2.3"]`),
    says: [`${NOT} run`],
    fixed: server(`command: docker, args: [run, "-i", "\${REGISTRY}/mcp:1.2.3"]`),
  },
  "arguments of a project": {
    global: server(`command: docker, args: [run, -i, ${IMAGE}]`),
    project: `mcp_servers: { s: { args: [run, -it, ${IMAGE}] } }`,
    says: ["project warning mcp/container-input -it"],
  },
});
