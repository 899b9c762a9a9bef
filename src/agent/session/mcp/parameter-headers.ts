/**
 * Arguments that go into headers of a call, in the revision of 2026-07-28: a property of the input marks them by `x-mcp-header`. A tool that marks
 * something else is not offered (SEP-2243).
 */
const MARK = "x-mcp-header";
/** A name in HTTP (RFC 9110, 5.6.2). */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const TYPES: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"]);

interface Place {
  readonly schema: unknown;
  /** Whether nothing but `properties` leads there. */
  readonly isProperty: boolean;
}

/** Whether every mark stands at a property of a simple type, with a name of its own. */
export function hasGoodHeaders(inputSchema: unknown): boolean {
  const names = new Set<string>();
  const open: Place[] = [...insideOf(inputSchema, true)];
  if (isMarked(inputSchema)) return false;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { schema, isProperty } = place;
    if (isMarked(schema)) {
      const { [MARK]: name, type } = schema;
      const isGood = isProperty && typeof name === "string" && TOKEN.test(name) && TYPES.has(type);
      if (!isGood || names.has(name.toLowerCase())) return false;
      names.add(name.toLowerCase());
    }
    open.push(...insideOf(schema, isProperty));
  }
  return true;
}

function isMarked(schema: unknown): schema is Readonly<Record<string, unknown>> {
  return typeof schema === "object" && schema !== null && Object.hasOwn(schema, MARK);
}

/** The schemas in a schema; in a list or below any keyword but `properties`, none is a property of the input. */
function insideOf(schema: unknown, isProperty: boolean): readonly Place[] {
  if (typeof schema !== "object" || schema === null) return [];
  if (Array.isArray(schema)) return schema.map((one) => ({ schema: one, isProperty: false }));
  return Object.entries(schema).flatMap(([key, value]): readonly Place[] => {
    // A value, and no schema.
    if (key === "default" || key === "const" || key === "enum" || key === "examples") return [];
    if (key !== "properties" || typeof value !== "object" || value === null)
      return [{ schema: value, isProperty: false }];
    return Object.values(value).map((one) => ({ schema: one, isProperty }));
  });
}
