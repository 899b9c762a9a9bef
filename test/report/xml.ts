/** A strict reader of the little XML that reports are: elements, attributes, text and the five entities. Throws at anything else. */

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

/** Every character that XML 1.0 allows. */
const ALLOWED = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;

const TOKEN =
  /<\?xml version="1\.0" encoding="UTF-8"\?>\n|<(?<start>[a-z]+)(?<attributes>(?: [a-z]+="[^"<]*")*)(?<empty>\/?)>|<\/(?<end>[a-z]+)>|(?<text>[^<]+)/gy;

export function readXml(document: string): Element {
  if (!ALLOWED.test(document)) throw new Error("a character that XML does not allow");
  const top = { name: "", attributes: {}, children: [] as Element[], text: "" };
  const open = [top];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < document.length) {
    const at = TOKEN.lastIndex;
    const groups = TOKEN.exec(document)?.groups;
    const inner = open.at(-1);
    if (groups === undefined || inner === undefined) throw new Error(`not XML: ${document.slice(at, at + 50)}`);
    const { start, attributes = "", empty, end, text } = groups;
    if (text !== undefined) inner.text += decoded(text);
    else if (start !== undefined) {
      const element = { name: start, attributes: attributesOf(attributes), children: [], text: "" };
      inner.children.push(element);
      if (empty === "") open.push(element);
    } else if (end !== undefined && open.pop()?.name !== end) throw new Error(`</${end}> ends another element`);
  }
  const [root, ...others] = top.children;
  if (open.length !== 1 || root === undefined || others.length > 0 || top.text.trim() !== "")
    throw new Error("not one element");
  return root;
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, decoded(value)]);
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length) throw new Error("an attribute twice");
  return Object.fromEntries(pairs);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decoded(text: string): string {
  return text.replace(/&([a-z]*);?/g, (whole, name: string) => {
    const character = whole.endsWith(";") ? ENTITIES[name] : undefined;
    if (character === undefined) throw new Error(`no entity: ${whole}`);
    return character;
  });
}

/** An element and all below it with a name, in order. */
export function all(element: Element, name: string): readonly Element[] {
  return [...(element.name === name ? [element] : []), ...element.children.flatMap((child) => all(child, name))];
}
