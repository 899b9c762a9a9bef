/** `agentcfg completion`: prints the script that lets a shell complete command lines. The script is generated from the table of commands. */
import { type Command, command, EXIT } from "./command.js";
import { packageFile } from "./package-file.js";
import { print } from "./terminal.js";

/** `about`: a sentence about the programs that the script runs. */
export function completionOf(program: string, about: string): Command {
  return command<object>({
    examples: [
      { line: `${program} completion bash >> ~/.bashrc`, describe: "bash" },
      { line: `${program} completion zsh >> ~/.zshrc`, describe: "zsh" },
      { line: `${program} completion fish > ~/.config/fish/completions/${program}.fish`, describe: "fish" },
    ],
    arguments: [{ name: "<shell>", describe: "the shell to print it for", choices: ["bash", "zsh", "fish"] }],
    options: [],
    more: `\nOpen a new shell afterwards. ${about}`,
    run: async (terminal, [shell = ""]) => {
      const name = `docs/completions/${program}.${shell}`;
      const text = packageFile(terminal, name);
      if (text === undefined) {
        await print(terminal.stderr, `${program}: \`${name}\` is missing from this installation\n`);
        return EXIT.usage;
      }
      await print(terminal.stdout, text);
      return EXIT.ok;
    },
  });
}

export const completion = completionOf(
  "agentcfg",
  "The script runs agentcfg only for names of keys, values, rules and branches.",
);
