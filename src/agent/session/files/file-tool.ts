/** The parts that the tools of files have in common. */
import { type Fields, MACHINE, type Tool, type ToolCall, type ToolResult } from "../tools/tool.js";
import { knownFields } from "./input.js";
import { failureSaid, placeOf, Refusal, type Workplace } from "./workplace.js";

/** What a call asks for; its path may be that of the working directory. */
interface Asked {
  readonly path: string;
}

interface FileTool<Asking extends Asked> {
  readonly name: string;
  readonly description: string;
  readonly properties: Fields;
  readonly required: readonly string[];
  /** Whether it changes the file that it names. */
  readonly isChanging: boolean;
  /** Throws a `Refusal` for an input that it cannot read. */
  readonly asked: (input: Fields) => Asking;
  readonly question?: (asked: Asking) => string;
  /** Rejects with a `Refusal` or a `FileError`, which become results. */
  readonly run: (asked: Asking, call: ToolCall) => Promise<ToolResult>;
}

export function fileTool<Asking extends Asked>(workplace: Workplace, tool: FileTool<Asking>): Tool {
  const { name, description, properties, required, isChanging, question } = tool;
  const asked = (input: Fields): Asking => {
    knownFields(input, Object.keys(properties));
    return tool.asked(input);
  };
  const wordsOf = (input: Fields): string => {
    try {
      return question?.(asked(input)) ?? name;
    } catch (error) {
      if (error instanceof Refusal) return `${name} ${JSON.stringify(input)}`;
      throw error;
    }
  };
  return {
    ...{ name, description, strict: false, tags: ["files"], origin: "shipped", lane: MACHINE },
    inputSchema: { type: "object", properties, required, additionalProperties: false },
    ...(question === undefined ? {} : { question: wordsOf }),
    async places(input) {
      try {
        return [await placeOf(workplace, asked(input).path, isChanging)];
      } catch (error) {
        if (error instanceof Refusal) return [];
        throw error;
      }
    },
    async run(input, call) {
      try {
        return call.signal.aborted ? failed("not run: the call was cancelled") : await tool.run(asked(input), call);
      } catch (error) {
        return failed(failureSaid(error));
      }
    },
  };
}

export function failed(text: string): ToolResult {
  return { text: `[${text}]`, isError: true };
}
