import { ratingLimits } from "@deskhand/contract/ratings/rating-limits";
import { type RatingScore, ratingScores } from "@deskhand/contract/ratings/rating-words";
import type { ReviewLink } from "@deskhand/contract/ratings/ratings";
import { defaultPrimaryColor, readableOn, safeColor } from "@deskhand/email/branding";
import { Html, html } from "@deskhand/email/html";
import { pageStyle } from "../../platform/http/public-page.ts";
import { type StoreLook, storeBand, storeBandStyle } from "../outgoing/index.ts";
import { type RatingWords, wordsIn } from "./words/rating-words.ts";

export type RatingPage = {
  look: StoreLook;
  rating: { language: string; score: number | null; comment: string | null };
  /** Where the form goes. */
  action: string;
  view: "form" | "thanks";
  /** The face that a link chose, or that was sent. */
  chosen: RatingScore | null;
  /** What was typed; null for what is saved. */
  comment: string | null;
  /** Whether it was sent without a face. */
  isUnchosen: boolean;
  isColleague: boolean;
  reviewLinks: readonly ReviewLink[];
};

/** Renders the page on which a customer rates; also returns its inline style, for the content policy. */
export function renderRatingPage(page: RatingPage): { page: string; style: string } {
  const style = styleOf(page.look);
  const { language } = page.rating;
  const words = wordsIn(language);
  const text = html`<!doctype html>
<html lang="${language}" dir="${words.isRightToLeft ? "rtl" : "ltr"}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex,nofollow">
<title>${words.question} · ${page.look.senderName}</title>
<style>${new Html(style)}</style></head>
<body>
${storeBand(page.look)}
<main>${page.view === "thanks" ? thanksOf(page, words) : formOf(page, words)}</main>
</body></html>`.text;
  return { page: text, style };
}

function formOf(page: RatingPage, words: RatingWords): Html {
  return html`<h1>${words.question}</h1>
${page.isColleague && html`<p class="note" lang="en" dir="ltr">You are signed in as a colleague of this store: only the customer can rate.</p>`}
${page.isUnchosen && html`<p class="fault" role="alert">${words.choose}</p>`}
${fieldsOf(page, words)}`;
}

function fieldsOf({ action, rating, chosen, comment, isColleague }: RatingPage, words: RatingWords): Html {
  const checked = chosen ?? rating.score;
  return html`<form method="post" action="${action}">
<fieldset><legend class="unseen">${words.question}</legend><div class="faces">
${ratingScores.map((score) => choiceOf(score, words.names[score - 1] ?? "", checked === score))}
</div></fieldset>
<label class="more" for="comment">${words.comment}</label>
<textarea id="comment" name="comment" rows="4" maxlength="${ratingLimits.ratingCommentLength}" dir="auto">${comment ?? rating.comment ?? ""}</textarea>
<p class="trap" aria-hidden="true"><label>Website <input name="website" tabindex="-1" autocomplete="off"></label></p>
<button${isColleague && new Html(" disabled")}>${words.send}</button>
</form>`;
}

function choiceOf(score: RatingScore, name: string, isChecked: boolean): Html {
  return html`<label class="face f${score}"><input type="radio" name="score" value="${score}" required${isChecked && new Html(" checked")}><span>${faceOf(score)}<b>${name}</b></span></label>`;
}

/** The mouths, from a frown to a laugh. */
const mouths: Record<RatingScore, string> = {
  1: '<path d="M14 35c3-7 17-7 20 0"/><path d="M13 15l6 3M35 15l-6 3"/>',
  2: '<path d="M15 33c4-4 14-4 18 0"/>',
  3: '<path d="M15 31h18"/>',
  4: '<path d="M14 29c4 5 16 5 20 0"/>',
  5: '<path class="full" d="M13 27h22c0 14-22 14-22 0z"/>',
};

function faceOf(score: RatingScore): Html {
  return new Html(
    `<svg viewBox="0 0 48 48" aria-hidden="true"><circle class="head" cx="24" cy="24" r="22"/><circle class="eye" cx="17" cy="20" r="2.6"/><circle class="eye" cx="31" cy="20" r="2.6"/>${mouths[score]}</svg>`,
  );
}

function thanksOf(page: RatingPage, words: RatingWords): Html {
  const { rating, reviewLinks } = page;
  const score = ratingScores.find((one) => one === rating.score);
  const isHigh = score !== undefined && score >= 4;
  return html`<div class="done">${score !== undefined && html`<div class="face f${score}"><span class="big">${faceOf(score)}<b>${words.names[score - 1]}</b></span></div>`}
<h1>${words.thanks}</h1>
${rating.comment !== null && html`<blockquote dir="auto">${rating.comment}</blockquote>`}</div>
${isHigh && reviewLinks.length > 0 && html`<section class="reviews"><p>${words.review}</p>${reviewLinks.map(({ name, url }) => html`<a href="${url}" rel="noopener noreferrer nofollow" dir="auto">${name}</a>`)}</section>`}
<details><summary>${words.change}</summary>${fieldsOf(page, words)}</details>`;
}

/** A face's colour by day and by night, from red to green. */
const faceColors: Record<RatingScore, readonly [day: string, night: string]> = {
  1: ["#f9c5c1", "#e58b84"],
  2: ["#fbd7b5", "#e5a873"],
  3: ["#f3e3a6", "#d9c36d"],
  4: ["#cfe8b8", "#9fc97b"],
  5: ["#aee0bd", "#74c48d"],
};

function styleOf(look: StoreLook): string {
  const primary = safeColor(look.primaryColor, defaultPrimaryColor);
  const colors = ratingScores
    .map((score) => `.f${score}{--face:${faceColors[score][0]};--night:${faceColors[score][1]}}`)
    .join("\n");
  return `${pageStyle}
${storeBandStyle(look)}
.store div{max-width:38rem}
main{max-width:38rem;margin:32px auto;padding:36px 32px 32px;background:var(--card);border:1px solid var(--line);border-radius:18px}
h1{font-size:27px;line-height:1.25;text-align:center;text-wrap:balance;overflow-wrap:anywhere}
form{margin:0}
fieldset{border:0;margin:26px 0 0;padding:0;min-width:0}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.faces{display:grid;grid-template-columns:repeat(5,minmax(0,1fr));gap:8px}
.face{position:relative;display:block}
.face input{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:pointer}
.face span{display:flex;flex-direction:column;align-items:center;gap:10px;height:100%;padding:16px 4px 12px;border:2px solid transparent;border-radius:14px;text-align:center}
.face svg{width:56px;height:56px;flex:none}
.face b{font-size:14px;line-height:18px;font-weight:600;color:var(--soft);overflow-wrap:anywhere;hyphens:auto}
.head{fill:var(--face)}.eye{fill:#3a3436}.face path{fill:none;stroke:#3a3436;stroke-width:2.8;stroke-linecap:round;stroke-linejoin:round}.face .full{fill:#3a3436}
.face:hover span:not(.big){background:var(--page)}
.face input:checked+span{border-color:var(--ink);background:var(--page)}
.face input:checked+span b{color:var(--ink)}
.face input:focus-visible+span{outline:3px solid var(--link);outline-offset:2px}
${colors}
.more{display:block;margin:26px 0 8px;font-size:16px;line-height:24px;font-weight:600}
textarea{display:block;width:100%;padding:12px 14px;border:1px solid var(--soft);border-radius:12px;background:var(--card);color:inherit;font:inherit;font-size:16px;line-height:24px;resize:vertical}
textarea:focus-visible,button:focus-visible,summary:focus-visible{outline:3px solid var(--link);outline-offset:2px}
button{display:block;width:100%;margin-top:20px;padding:14px 20px;border:0;border-radius:12px;background:${primary};color:${readableOn(primary)};font:inherit;font-size:17px;line-height:24px;font-weight:700;cursor:pointer}
button:disabled{opacity:.5;cursor:default}
.trap{position:absolute;inset-inline-start:-9999px;width:1px;height:1px;overflow:hidden}
.fault{margin-top:16px;padding:10px 14px;border:1px solid #d64541;border-radius:10px;text-align:center}
.note{margin-top:16px;padding:10px 14px;border:1px solid var(--line);border-radius:10px;color:var(--soft);font-size:15px;line-height:22px}
.done{text-align:center}
.done .big{padding:0 0 14px;height:auto}.done .big svg{width:96px;height:96px}.done .big b{font-size:16px}
blockquote{margin:18px 0 0;padding:14px 18px;border-radius:12px;background:var(--page);text-align:start;white-space:pre-wrap;overflow-wrap:anywhere}
.reviews{margin-top:26px;padding-top:22px;border-top:1px solid var(--line);text-align:center}
.reviews p{margin-bottom:12px;font-weight:600}
.reviews a{display:block;margin-top:10px;padding:12px 18px;border:2px solid ${primary};border-radius:12px;color:var(--ink);font-weight:600;text-decoration:none;overflow-wrap:anywhere}
.reviews a:hover{background:var(--page)}
details{margin-top:26px;border-top:1px solid var(--line);padding-top:18px}
summary{color:var(--soft);font-size:15px;line-height:22px;text-align:center;cursor:pointer;border-radius:6px}
@media (prefers-color-scheme:dark){.head{fill:var(--night)}}
@media (max-width:40rem){main{margin:0;border:0;border-radius:0;padding:28px 16px}.store{padding:16px}h1{font-size:23px}.faces{gap:2px}.face span{padding:12px 0 8px}.face svg{width:46px;height:46px}.face b{font-size:12px;line-height:16px}}
@media (prefers-reduced-motion:no-preference){.face svg{transition:transform .15s}.face input:checked+span svg,.face:hover svg{transform:scale(1.08)}}`;
}
