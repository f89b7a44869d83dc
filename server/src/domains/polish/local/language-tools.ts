/** What the checker knows of English: a grammar and a spelling checker, kept small enough to be replaced in a test. */
export type LanguageTools = {
  /** Grammar mistakes of a text, each with its first suggestion. */
  findMistakes(text: string): Promise<Mistake[]>;
  /** Whether a word is spelled right. */
  isWord(word: string): boolean;
  /** What a misspelled word should have been, the likeliest first. */
  suggest(word: string): string[];
};

/** `rule` is harper's name for it; `start` and `end` are places in the text. */
export type Mistake = { rule: string; start: number; end: number; replacement: string };
