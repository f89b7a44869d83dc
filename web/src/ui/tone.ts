/** The colours with a meaning; each always comes with a word or an icon. */
export type Tone = "blue" | "violet" | "amber" | "green" | "grey" | "red" | "accent";

/** Sets `--tone` for the `tinted` utility and everything that reads the tone's colour. */
export const toneClass: Record<Tone, string> = {
  blue: "[--tone:var(--color-blue)]",
  violet: "[--tone:var(--color-violet)]",
  amber: "[--tone:var(--color-amber)]",
  green: "[--tone:var(--color-green)]",
  grey: "[--tone:var(--color-grey)]",
  red: "[--tone:var(--color-red)]",
  accent: "[--tone:var(--color-accent)]",
};
