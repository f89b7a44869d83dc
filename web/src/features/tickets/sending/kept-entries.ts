/** Entries of one kind that a person's browser keeps until they are dropped; in the page alone where its storage takes nothing. */
export function keptEntries(prefix: string) {
  const unstored = new Map<string, string>();
  const at = (userId: string, key: string) => `${prefix}:${userId}:${key}`;

  return {
    /** Whether a key of the browser's storage is that of somebody's entry; null stands for all keys. */
    isKey: (userId: string, storedAt: string | null) => storedAt === null || storedAt.startsWith(at(userId, "")),
    /** What is kept of somebody. */
    read(userId: string): string[] {
      const isTheirs = (key: string) => key.startsWith(at(userId, ""));
      const stored = storedKeys().filter((key) => isTheirs(key) && !unstored.has(key));
      return [...stored.map(read), ...[...unstored].filter(([key]) => isTheirs(key)).map(([, entry]) => entry)];
    },
    keep(userId: string, key: string, entry: string) {
      try {
        localStorage.setItem(at(userId, key), entry);
        unstored.delete(at(userId, key));
      } catch {
        unstored.set(at(userId, key), entry);
      }
    },
    drop(userId: string, key: string) {
      unstored.delete(at(userId, key));
      try {
        localStorage.removeItem(at(userId, key));
      } catch {
        // Storage is switched off: nothing was kept there.
      }
    },
  };
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    // Storage is switched off.
    return [];
  }
}

function read(at: string): string {
  try {
    return localStorage.getItem(at) ?? "";
  } catch {
    // It was switched off just now.
    return "";
  }
}
