import { Html, html } from "@deskhand/email/html";
import type { FastifyReply } from "fastify";
import { sendStyledPage } from "./styled-page.ts";

/** Colours and type of the pages that people outside see, light and dark as their system is. */
export const pageStyle = `:root{color-scheme:light dark;--page:#f5f6f9;--card:#fff;--ink:#1f2030;--soft:#5c5e72;--line:#dcdce6;--link:#3f4fc4}
@media (prefers-color-scheme:dark){:root{--page:#0b0d12;--card:#11141b;--ink:#e7eaf0;--soft:#a3adbd;--line:#252b38;--link:#93a0ff}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:17px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%}
a{color:var(--link)}
a:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
h1,p,ul,figure,dl{margin:0}`;

/** Of the pages that say why there is nothing. */
const noticeStyle = `${pageStyle}
body{min-height:100vh;display:grid;place-items:center}
main{max-width:26rem;padding:24px;text-align:center}
h1{font-size:20px;line-height:28px;margin-bottom:8px}
p{color:var(--soft);font-size:16px;line-height:24px;margin-bottom:8px}`;

/** A page for people outside that says why there is nothing, or that something is done. */
export type Notice = {
  title: string;
  content: Html;
  /** As HTML names it; English unless it is given. */
  language?: string;
  isRightToLeft?: boolean | undefined;
};

/** Sends it; no cache keeps it, and no search engine lists it. */
export function sendNotice(
  reply: FastifyReply,
  { title, content, language = "en", isRightToLeft = false }: Notice,
): FastifyReply {
  reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex")
    .header("x-content-type-options", "nosniff");
  const page = html`<!doctype html><html lang="${language}" dir="${isRightToLeft ? "rtl" : "ltr"}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><style>${new Html(noticeStyle)}</style></head>
<body><main><h1>${title}</h1>
${content}</main></body></html>`;
  return sendStyledPage(reply, noticeStyle, page.text);
}
