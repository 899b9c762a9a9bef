/** The bearer of all servers that want one. */
export const TOKEN = "0123456789abcdef".repeat(4);
