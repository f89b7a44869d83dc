// The package brings no types of its own.
declare module "nspell" {
  /** A spelling checker made of a Hunspell dictionary's two files. */
  export default function nspell(
    aff: Buffer,
    dic: Buffer,
  ): { correct(word: string): boolean; suggest(word: string): string[] };
}
