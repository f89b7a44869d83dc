/** The code of an error of the system or the database, such as "ENOENT" or "42P01"; undefined for any other. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** For `catch`: undefined where a file or folder is not there, which is what was asked; throws any other error again. */
export function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}

/** An error's last line, which says what happened where a program's words come before it. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? (error.message.trim().split("\n").at(-1) ?? "") : String(error);
}
