import { contrast, defaultPrimaryColor, defaultSecondaryColor, readableOn, safeColor } from "@deskhand/email/branding";
import { type Html, html } from "@deskhand/email/html";
import type { StoreLook } from "./email-branding.ts";

/** The contrast that large bold text needs (WCAG 2.2, 1.4.3). */
const leastContrast = 3;

/** The top of a page for people outside: the store's logo and name on its colours. */
export function storeBand({ logoUrl, senderName }: StoreLook): Html {
  return html`<header class="store"><div>${logoUrl && html`<img src="${logoUrl}" alt="">`}<p dir="auto">${senderName}</p></div></header>`;
}

/** Its style. */
export function storeBandStyle(look: Pick<StoreLook, "primaryColor" | "secondaryColor">): string {
  const { primary, secondary, onBoth } = storeColors(look);
  // Between white and black no colour is readable at both ends, so the name gets a background of its own.
  const isReadable = [primary, secondary].every((each) => contrast(onBoth, each) >= leastContrast);
  const plate = isReadable ? "" : ";background:#14141f;color:#fff;padding:4px 12px;border-radius:8px";
  return `.store{background:${primary} linear-gradient(135deg,${primary},${secondary});color:${onBoth};padding:20px 24px}
.store div{max-width:46rem;margin:0 auto;display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px}
.store img{display:block;max-width:200px;max-height:48px;width:auto;height:auto}
.store p{font-size:20px;line-height:28px;font-weight:700;overflow-wrap:anywhere;text-align:start${plate}}`;
}

/** The store's colours, and the one of words on both. */
function storeColors({ primaryColor, secondaryColor }: Pick<StoreLook, "primaryColor" | "secondaryColor">) {
  const primary = safeColor(primaryColor, defaultPrimaryColor);
  const secondary = safeColor(secondaryColor, defaultSecondaryColor);
  return { primary, secondary, onBoth: readableOn(primary, secondary) };
}

/** What a page's content policy has to allow for the store's logo; an invalid address is left out, and the logo not shown. */
export function logoSource({ logoUrl }: Pick<StoreLook, "logoUrl">): string {
  if (logoUrl === null) return "";
  const { origin, host } = new URL(logoUrl);
  return /^[a-z0-9.-]{1,253}(?::\d{1,5})?$/i.test(host) ? ` ${origin}` : "";
}
