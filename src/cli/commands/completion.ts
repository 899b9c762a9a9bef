/** `agentcfg completion`: the script that lets a shell complete command lines. It comes with the program, made from the table of commands. */
import { command, EXIT } from "../command.js";
import { packageFile } from "../package-file.js";
import { complain, print } from "../terminal/terminal.js";

export const completion = command<object>({
  examples: [
    { line: "agentcfg completion bash >> ~/.bashrc", describe: "bash" },
    { line: "agentcfg completion zsh >> ~/.zshrc", describe: "zsh" },
    { line: "agentcfg completion fish > ~/.config/fish/completions/agentcfg.fish", describe: "fish" },
  ],
  arguments: [{ name: "<shell>", describe: "the shell to print it for", choices: ["bash", "zsh", "fish"] }],
  options: [],
  more: `
Open a new shell afterwards. A script starts agentcfg only to ask for names that are in your files: of places, of their values, of rules.`,
  run: async (terminal, [shell = ""]) => {
    const name = `docs/completions/agentcfg.${shell}`;
    const text = packageFile(terminal, name);
    if (text === undefined) {
      await complain(terminal, `\`${name}\` is missing from this installation`);
      return EXIT.usage;
    }
    await print(terminal.stdout, text);
    return EXIT.ok;
  },
});
