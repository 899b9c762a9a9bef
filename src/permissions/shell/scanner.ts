/** A place in a script of bash, and the characters there. */

export class Scanner {
  readonly text: string;
  at: number;

  constructor(text: string, at: number) {
    [this.text, this.at] = [text, at];
  }

  /** The character at the place, behind line ends that a backslash takes away; empty at the end. */
  peek(): string {
    while (this.text.startsWith("\\\n", this.at)) this.at += 2;
    return this.text[this.at] ?? "";
  }

  takeIf(expected: string): boolean {
    const start = this.at;
    for (const character of expected) {
      if (this.peek() !== character) {
        this.at = start;
        return false;
      }
      this.at += 1;
    }
    return true;
  }

  blanks(): void {
    while (/[ \t]/.test(this.peek())) this.at += 1;
  }

  comment(): void {
    const end = this.text.indexOf("\n", this.at);
    this.at = end === -1 ? this.text.length : end;
  }
}
