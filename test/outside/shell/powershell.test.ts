import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, folder, parts } from "../../shell/shell.js";

const isThere = spawnSync("pwsh", ["-NoProfile", "-Command", "exit 0"]).status === 0;

if (isThere)
  test("PowerShell runs a script once and gives later calls its environment; exit codes and both outputs are told", async () => {
    const cwd = folder();
    writeFileSync(join(cwd, "it's.ps1"), 'Write-Host noise; Write-Output noise; $env:A = "one`ntwo = three"');
    const shell = parts({ shell: "powershell", cwd, initScript: "it's.ps1" });
    expect((await call(shell, "Write-Output $env:A")).text.replaceAll("\r", "")).toBe("one\ntwo = three\n");
    expect(await call(shell, "[Console]::Error.Write('x'); exit 3")).toEqual({
      text: "x\n[exit code 3]",
      isError: true,
    });
    writeFileSync(join(cwd, "bad.ps1"), "throw 'broken'");
    const { text } = await call(parts({ shell: "powershell", cwd, initScript: "bad.ps1" }), "Write-Output on");
    expect(text).toMatch(/^\[init_script "bad\.ps1" has no effect: exit code 1.*\]\non\r?\n$/);
  });
else
  test("there is no PowerShell on this machine: its calls are not tried here, and say that it is missing", async () => {
    expect(await call(parts({ shell: "powershell" }), "ls")).toEqual({
      text: "[not run: there is no `pwsh` on the PATH]",
      isError: true,
    });
  });
