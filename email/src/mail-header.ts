import { Heading } from "@react-email/heading";
import { Img } from "@react-email/img";
import { Text } from "@react-email/text";
import { createElement, type ReactElement, type ReactNode } from "react";
import { band } from "./band.ts";
import { type Branding, defaultPrimaryColor, defaultSecondaryColor, safeColor } from "./branding.ts";
import { readableOn } from "./readable-on.ts";
import { styles } from "./styles.ts";

const logoHeight = 60;

/** The coloured top of a mail: logo, sender name, a line under it, and whatever else belongs there. */
export function mailHeader(branding: Branding, line: string, ...more: ReactNode[]): ReactElement {
  const primary = safeColor(branding.primaryColor, defaultPrimaryColor);
  const secondary = safeColor(branding.secondaryColor, defaultSecondaryColor);
  const color = readableOn(primary, secondary);
  return band(
    {
      color: primary,
      padding: "28px 32px",
      align: "center",
      // Outlook shows no gradient: it stays with the plain colour.
      style: { backgroundImage: `linear-gradient(135deg, ${primary} 0%, ${secondary} 100%)`, color },
    },
    branding.logoUrl && logo(branding.logoUrl),
    createElement(
      Heading,
      { as: "h1", style: { margin: 0, fontSize: "24px", lineHeight: "32px", fontWeight: 700, color } },
      branding.senderName,
    ),
    createElement(Text, { style: { ...styles.quiet, margin: "4px 0 0", color } }, line),
    ...more,
  );
}

function logo(src: string): ReactElement {
  return createElement(Img, {
    src,
    // The sender's name stands right below it, so that a reader hears it once.
    alt: "",
    height: logoHeight,
    style: { margin: "0 auto 12px", width: "auto", height: "auto", maxWidth: "200px", maxHeight: `${logoHeight}px` },
  });
}
