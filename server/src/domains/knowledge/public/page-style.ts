import { contrast, defaultPrimaryColor, defaultSecondaryColor, readableOn, safeColor } from "@deskhand/email/branding";
import type { StoreLook } from "../../outgoing/index.ts";

/** Colours and type of the pages that people outside see, light and dark as their system is. */
const pageStyle = `:root{color-scheme:light dark;--page:#f5f6f9;--card:#fff;--ink:#1f2030;--soft:#5c5e72;--line:#dcdce6;--link:#3f4fc4}
@media (prefers-color-scheme:dark){:root{--page:#0b0d12;--card:#11141b;--ink:#e7eaf0;--soft:#a3adbd;--line:#252b38;--link:#93a0ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:17px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%}
a{color:var(--link)}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
h1,p,ul,figure,dl{margin:0}`;

/** Of the pages that say why there is nothing. */
export const noticeStyle = `${pageStyle}
body{min-height:100vh;display:grid;place-items:center}
main{max-width:26rem;padding:24px;text-align:center}
h1{font-size:20px;line-height:28px;margin-bottom:8px}
p{color:var(--soft);font-size:16px;line-height:24px;margin-bottom:8px}`;

/** What large bold text needs to be read (WCAG 2.2, 1.4.3). */
const leastContrast = 3;

/** Of a resource's page, with the store's own colours at its top. */
export function styleOf({ primaryColor, secondaryColor }: Pick<StoreLook, "primaryColor" | "secondaryColor">): string {
  const primary = safeColor(primaryColor, defaultPrimaryColor);
  const secondary = safeColor(secondaryColor, defaultSecondaryColor);
  const onBoth = readableOn(primary, secondary);
  // From white to black nothing can be read on both ends: then the name has a plate of its own.
  const isReadable = [primary, secondary].every((each) => contrast(onBoth, each) >= leastContrast);
  const plate = isReadable ? "" : ";background:#14141f;color:#fff;padding:4px 12px;border-radius:8px";
  return `${pageStyle}
.store{background:${primary} linear-gradient(135deg,${primary},${secondary});color:${onBoth};padding:20px 24px}
.store div{max-width:46rem;margin:0 auto;display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px}
.store img{display:block;max-width:200px;max-height:48px;width:auto;height:auto}
.store p{font-size:20px;line-height:28px;font-weight:700;overflow-wrap:anywhere;text-align:start${plate}}
main{max-width:46rem;margin:24px auto;padding:32px;background:var(--card);border:1px solid var(--line);border-radius:14px}
.kind,.note{color:var(--soft);font-size:14px;line-height:20px}
.note{border:1px solid var(--line);border-radius:6px;padding:8px 12px;margin-bottom:16px}
h1{font-size:32px;line-height:1.25;margin:4px 0 8px;overflow-wrap:anywhere;text-align:start}
.lead{font-size:19px;line-height:1.5;color:var(--soft);margin-bottom:8px}
.lead,.text{overflow-wrap:anywhere;white-space:pre-wrap;unicode-bidi:plaintext;text-align:start}
.file{margin:24px 0}
.file img,.file video{display:block;max-width:100%;height:auto;border-radius:10px}
.file audio{display:block;width:100%}
.open{display:block;margin-top:12px;padding:12px 16px;border:1px solid var(--line);border-radius:10px;text-decoration:none;overflow-wrap:anywhere}
.open:hover b{text-decoration:underline}
.open span{display:block;color:var(--soft);font-size:14px;line-height:20px}
.text{margin:24px 0}
.tags{display:flex;flex-wrap:wrap;gap:8px;list-style:none;padding:0;font-size:14px;line-height:20px;color:var(--soft)}
.tags li{border:1px solid var(--line);border-radius:999px;padding:2px 10px;overflow-wrap:anywhere}
@media (max-width:50rem){main{margin:0;border:0;border-radius:0;padding:24px 16px}.store{padding:16px}h1{font-size:26px}}
@media print{:root{--page:#fff;--card:#fff;--ink:#000;--soft:#333;--line:#999;--link:#000}
.store{background:none;color:#000;padding:0 0 12px}.store p{background:none;color:#000;padding:0}
main{margin:0;max-width:none;border:0;padding:0}.file video,.file audio{display:none}}`;
}
