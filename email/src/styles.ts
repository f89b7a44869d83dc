import type { CSSProperties } from "react";

/** Every text names its colour and every block its background, so that a mail program's dark mode changes both or none. */
export const colors = {
  page: "#f2f2f7",
  card: "#ffffff",
  text: "#1f2030",
  quiet: "#5c5e72",
  line: "#dcdce6",
  link: "#3f4fc4",
} as const;

export const fontFamily = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** The width of a mail's content in CSS pixels (spec part 2, section 2.4). */
export const mailWidth = 600;

export const styles = {
  page: { margin: 0, padding: "24px 8px", backgroundColor: colors.page, fontFamily },
  card: { width: "100%", maxWidth: `${mailWidth}px`, backgroundColor: colors.card, color: colors.text },
  text: { margin: "0 0 16px", fontSize: "16px", lineHeight: "24px", color: colors.text, wordBreak: "break-word" },
  quiet: { margin: "0 0 8px", fontSize: "14px", lineHeight: "20px", color: colors.quiet, wordBreak: "break-word" },
  quote: { margin: "8px 0 0", padding: "0 0 0 12px", borderLeft: `3px solid ${colors.line}` },
  line: { margin: "8px 0 16px", borderTop: `1px solid ${colors.line}` },
} satisfies Record<string, CSSProperties>;
