/** The style of the outbox's pages: the desk's colours, without any of its files. */
export const outboxStyle = `
:root { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1080px; padding: 24px; background: #0b0d12; color: #e7eaf0;
  font: 14px/20px Inter, system-ui, sans-serif; }
@media (max-width: 600px) { body { padding: 16px; } }
a { color: #7c8cff; }
a:focus-visible, iframe:focus-visible, pre:focus-visible, summary:focus-visible { outline: 2px solid #7c8cff; outline-offset: 2px; }
h1 { font-size: 20px; line-height: 28px; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 16px; line-height: 24px; margin: 24px 0 8px; }
p, dd, .quiet { color: #a3adbd; margin: 0; }
nav { margin-bottom: 16px; display: flex; gap: 16px; }
ol { list-style: none; margin: 16px 0; padding: 0; border: 1px solid #252b38; border-radius: 10px; background: #11141b; }
li + li { border-top: 1px solid #252b38; }
li a { display: block; padding: 12px 16px; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
li a:hover { background: #1d2230; }
li strong { display: block; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 16px 0; }
dt { color: #a3adbd; }
dd { color: #e7eaf0; overflow-wrap: anywhere; }
pre, iframe, table { width: 100%; border: 1px solid #252b38; border-radius: 10px; background: #11141b; }
pre { margin: 0; padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/18px ui-monospace, monospace; }
iframe { height: 560px; background: #fff; }
table { border-collapse: collapse; font: 12px/16px ui-monospace, monospace; table-layout: fixed; }
th, td { padding: 4px 12px; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { width: 200px; color: #a3adbd; font-weight: 400; }
summary { cursor: pointer; margin: 24px 0 8px; }
`;
