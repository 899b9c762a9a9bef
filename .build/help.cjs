/** Writes the help of `agentcfg` to a file, so that printing it needs no bundle. */
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");
const { load } = require("../bin/agentcfg.cjs");

async function keepHelp() {
  const said = { stdout: "", stderr: "" };
  const into = (name) => ({
    write: (text, done) => {
      said[name] += text;
      done?.();
    },
  });
  const argv = [process.execPath, "agentcfg", "--help"];
  const terminal = {
    directory: join(__dirname, ".."),
    argv,
    stdin: [],
    stdout: into("stdout"),
    stderr: into("stderr"),
  };
  const code = await load("cli.cjs").agentcfg(terminal);
  if (code !== 0 || said.stdout === "" || said.stderr !== "")
    throw new Error(`--help ends with ${code}: ${said.stderr}`);
  writeFileSync(join(__dirname, "../dist/help.txt"), said.stdout);
}

void keepHelp();
