/** Elements with the toolkit's sentences in them. */
import { create } from "../../page/element.js";

/** An element with a text, in which the parts between backticks are code. */
export function texted<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
  className = "",
): HTMLElementTagNameMap[Name] {
  const element = create(name, className);
  for (const [index, part] of text.split("`").entries()) {
    if (index % 2 === 0) element.append(part);
    else {
      const code = create("code");
      code.textContent = part;
      element.append(code);
    }
  }
  return element;
}
