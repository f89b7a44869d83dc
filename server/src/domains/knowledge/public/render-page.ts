import { oneLine } from "@deskhand/contract/page";
import { Html, html } from "@deskhand/email/html";
import { findLinks, type TextPart } from "@deskhand/email/linked-text";
import { pageStyle } from "../../../platform/http/public-page.ts";
import { type StoreLook, storeBand, storeBandStyle } from "../../outgoing/index.ts";
import { isShownInline } from "../knowledge.policy.ts";
import type { PageRow } from "./public.queries.ts";

export type PageContent = { id: string; resource: PageRow; look: StoreLook; publicUrl: string };

/** In characters: what search engines and messengers show of a page. */
const summaryLength = 200;

/**
 * Renders the page of a resource; also returns its inline style, for the content policy
 * (docs/product.md#the-page-of-a-resource).
 */
export function renderPage(content: PageContent): { page: string; style: string } {
  const style = styleOf(content.look);
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${headOf(content)}
<style>${new Html(style)}</style></head>
<body>
${storeBand(content.look)}
${mainOf(content)}
</body></html>`.text;
  return { page, style };
}

function headOf({ id, resource, look, publicUrl }: PageContent): Html {
  const title = oneLine(resource.title);
  const store = oneLine(look.senderName);
  const heading = html`<title>${title} · ${store}</title>`;
  // A private page only tells machines not to index it.
  if (!resource.is_public) return html`${heading}<meta name="robots" content="noindex">`;
  const address = addressOf({ id, publicUrl });
  const summary = summaryOf(resource);
  const picture = isOfKind(resource, "image") ? `${address}/file` : look.logoUrl;
  const card = isOfKind(resource, "image") ? "summary_large_image" : "summary";
  return html`${heading}
<link rel="canonical" href="${address}">
${summary !== "" && html`<meta name="description" content="${summary}">`}
<meta property="og:type" content="article">
<meta property="og:title" content="${title}">
<meta property="og:site_name" content="${store}">
<meta property="og:url" content="${address}">
${summary !== "" && html`<meta property="og:description" content="${summary}">`}
${picture !== null && html`<meta property="og:image" content="${picture}">`}
<meta property="article:modified_time" content="${timeOf(resource)}">
<meta property="article:section" content="${resource.category}">
${resource.tags.map((tag) => html`<meta property="article:tag" content="${oneLine(tag)}">`)}
<meta name="twitter:card" content="${card}">`;
}

function mainOf(page: PageContent): Html {
  const { resource, look } = page;
  const { title, description, content, category, tags } = resource;
  return html`<main itemscope itemtype="https://schema.org/Article">
<meta itemprop="mainEntityOfPage" content="${addressOf(page)}">
<span itemprop="publisher" itemscope itemtype="https://schema.org/Organization"><meta itemprop="name" content="${oneLine(look.senderName)}"></span>
${!resource.is_public && html`<p class="note">Private: only people of this store who are signed in can open this page.</p>`}
<p class="kind" itemprop="articleSection">${category}</p>
<h1 dir="auto" lang="" itemprop="headline">${title}</h1>
${description !== null && html`<p class="lead" dir="auto" lang="" itemprop="description">${description}</p>`}
<p class="kind">Updated <time datetime="${timeOf(resource)}" itemprop="dateModified">${dayOf(resource)}</time></p>
${fileOf(page)}
${content !== null && html`<div class="text" dir="auto" lang="" itemprop="articleBody">${findLinks(content).map(partOf)}</div>`}
${tags.length > 0 && html`<ul class="tags" aria-label="Tags">${tags.map((tag) => html`<li dir="auto" lang="">${tag}</li>`)}</ul>`}
</main>`;
}

/** Marks that change the direction of writing; in a shown address they would disguise it. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function partOf({ shown, href }: TextPart): Html {
  if (href === null || !URL.canParse(href)) return html`${shown}`;
  const address = shown.replaceAll(directionMarks, "");
  return html`<a href="${href.replaceAll(directionMarks, "")}" dir="ltr" rel="nofollow ugc noopener noreferrer">${address}</a>`;
}

function fileOf({ id, resource }: PageContent): Html | null {
  const { file_name: name, content_type: type, file_size: size, title } = resource;
  if (name === null || type === null || size === null) return null;
  const address = `/knowledge/${id}/file`;
  const fileHtml = shownFile(resource, address, oneLine(title));
  const verb = isShownInline(type) ? "Open" : "Download";
  return html`<figure class="file">${fileHtml}
<a class="open" href="${address}"><b>${verb} <bdi>${oneLine(name)}</bdi></b><span>${sizeOf(size)}</span></a></figure>`;
}

function shownFile(resource: PageRow, address: string, title: string): Html | null {
  if (isOfKind(resource, "image")) return html`<img src="${address}" alt="${title}" itemprop="image">`;
  if (isOfKind(resource, "video"))
    return html`<video src="${address}" controls preload="metadata" aria-label="${title}"></video>`;
  if (isOfKind(resource, "audio"))
    return html`<audio src="${address}" controls preload="metadata" aria-label="${title}"></audio>`;
  return null;
}

/** Whether its file is shown on the page itself. */
function isOfKind({ content_type: type }: PageRow, kind: "image" | "video" | "audio"): boolean {
  return type?.startsWith(`${kind}/`) === true && isShownInline(type);
}

function summaryOf({ description, content }: PageRow): string {
  // Reads no more of a long text than can be shown.
  const text = oneLine((description ?? content ?? "").slice(0, 4 * summaryLength));
  if (text.length <= summaryLength) return text;
  return `${text
    .slice(0, summaryLength - 1)
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trimEnd()}…`;
}

function addressOf({ id, publicUrl }: Pick<PageContent, "id" | "publicUrl">): string {
  return `${publicUrl}/knowledge/${id}`;
}

function timeOf({ updated_at: at }: PageRow): string {
  return new Date(at).toISOString();
}

function dayOf({ updated_at: at }: PageRow): string {
  return new Date(at).toLocaleDateString("en-US", { month: "short", day: "numeric", year: "numeric", timeZone: "UTC" });
}

const units = ["Bytes", "KB", "MB", "GB"];

/** A size as the desk writes it: base 1024, with at most 2 decimals. */
function sizeOf(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${units[power]}`;
}

/** The style of a resource's page, with the store's colours at its top. */
function styleOf(look: Pick<StoreLook, "primaryColor" | "secondaryColor">): string {
  return `${pageStyle}
${storeBandStyle(look)}
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
