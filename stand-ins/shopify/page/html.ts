const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(value: string | number | null): string {
  return String(value ?? "").replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Wraps a page around a body, which the caller has escaped. */
export function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style>
</head><body><main>${body}</main></body></html>`;
}

/** Makes a form of the control page; `inner` is already HTML. */
export function form(action: string, inner: string, shop?: string): string {
  const hidden = shop === undefined ? "" : `<input type="hidden" name="shop" value="${escapeHtml(shop)}">`;
  return `<form method="post" action="/control/${action}">${hidden}${inner}</form>`;
}

const style = `
:root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; color: #1a1f1c; background: #f2f4f1; }
body { margin: 0; } main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; margin: .5rem 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 0; }
section, .card { background: #fff; border: 1px solid #d7dcd6; border-radius: 10px; padding: 1rem; margin: .75rem 0; }
.note { background: #fff7da; border: 1px solid #e6d28a; border-radius: 8px; padding: .5rem .75rem; }
.done { background: #e3f4e6; border: 1px solid #9bcfa4; border-radius: 8px; padding: .5rem .75rem; }
form { display: inline-flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: .15rem .25rem .15rem 0; }
button, input, select { font: inherit; padding: .3rem .6rem; border: 1px solid #b6beb5; border-radius: 6px; background: #fff; }
button { cursor: pointer; } button.main { background: #14532d; color: #fff; border-color: #14532d; }
button.danger { color: #9f1239; border-color: #e3a6b4; } button:hover { filter: brightness(.96); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .45rem .5rem; border-top: 1px solid #e6eae5; vertical-align: top; }
code { background: #eef1ed; padding: 0 .25rem; border-radius: 4px; overflow-wrap: anywhere; } .quiet { color: #5d675f; }
.wide { overflow-x: auto; } ul { margin: .3rem 0; padding-left: 1.2rem; }
`;
