import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { contract } from "@deskhand/contract";
import { minifyContractRouter } from "@orpc/contract";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown, runnerImport } from "vite";

const pages = ["index", "login", "link", "app", "privacy", "terms"];
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What links in mails open. */
const linkPages = ["/confirm", "/reset-password", "/invitation", "/change-email"];

/** The page that answers at a path, as the server does it; null for files and for what is no page. */
function pageAt(path: string): string | null {
  if (path === "/") return "/index.html";
  if (path === "/login") return "/login.html";
  if (linkPages.includes(path)) return "/link.html";
  if (path === "/dashboard" || path.startsWith("/dashboard/")) return "/app.html";
  return null;
}

/** Whether a browser asks for a page that there is not. */
function isElsewhere(path: string, accept = ""): boolean {
  return (
    accept.includes("text/html") &&
    !path.endsWith(".html") &&
    ![...proxied, ...tooling].some((start) => path.startsWith(start))
  );
}

const proxied = ["/api", "/dev", "/docs", "/knowledge", "/robots.txt", "/sitemap.xml", "/socket.io"];
/** What the development server itself answers. */
const tooling = ["/src/", "/node_modules/", "/@"];

/** In development, serves the pages at the same paths as the server and sends unknown ones to "/". */
function pagePaths(): Plugin {
  return {
    name: "deskhand-page-paths",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.url ?? "/", "http://localhost");
        const page = pageAt(url.pathname);
        if (page !== null) request.url = page + url.search;
        else if (isElsewhere(url.pathname, request.headers.accept)) {
          response.writeHead(302, { location: "/" }).end();
          return;
        }
        next();
      });
    },
  };
}

/** Writes the public pages' bodies into them: made of components as everything else, and read without a script. */
function publicPages(): Plugin {
  const source = here("src/landing/render.tsx");
  const renderer = async () => {
    const config = { root: here("."), configFile: false, plugins: [react()], build: { assetsInlineLimit: 0 } } as const;
    return (await runnerImport<typeof import("./src/landing/render.tsx")>(source, config)).module;
  };
  return {
    name: "deskhand-public-pages",
    transformIndexHtml: {
      order: "pre",
      async handler(html, { filename }) {
        if (!html.includes("<!--page-->")) return html;
        const { renderPage } = await renderer();
        const body = renderPage(basename(filename));
        if (body === undefined) throw new Error(`src/landing/render.tsx has no page for ${filename}`);
        return html.replace("<!--page-->", () => body);
      },
    },
  };
}

/** Fetches the letters of the public pages together with their style: what comes late makes the text jump. */
function fontFirst(): Plugin {
  return {
    name: "deskhand-font-first",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle = {} }) {
        const font = Object.keys(bundle).find((path) => /inter-latin-wght-normal-[^/]*\.woff2$/.test(path));
        if (!html.includes('<main id="main"') || font === undefined) return [];
        const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: "", href: `/${font}` };
        return [{ tag: "link", attrs, injectTo: "head-prepend" }];
      },
    },
  };
}

/** Tells the sign-in page which files the app starts with, so that it can fetch them while the password is checked. */
function appFiles(): Plugin {
  return {
    name: "deskhand-app-files",
    transformIndexHtml: {
      order: "post",
      handler(_html, { filename, bundle = {} }) {
        if (!filename.endsWith("/login.html")) return [];
        const entry = Object.values(bundle).find(
          (file) => file.type === "chunk" && file.isEntry && file.name === "app",
        );
        if (entry?.type !== "chunk") return [];
        const content = [entry.fileName, ...entry.imports].map((file) => `/${file}`).join(" ");
        return [{ tag: "meta", attrs: { name: "app-files", content }, injectTo: "head" }];
      },
    },
  };
}

/** Compresses what the pages name once and as well as can be, rather than for each visit. */
function compressed(): Plugin {
  return {
    name: "deskhand-compressed",
    apply: "build",
    async writeBundle({ dir = "" }, bundle) {
      const paths = Object.keys(bundle).filter((path) => /\.(?:js|css|svg)$/.test(path));
      await Promise.all(
        paths.map(async (path) => {
          const file = join(dir, path);
          const small = await promisify(brotliCompress)(await readFile(file));
          await writeFile(`${file}.br`, small);
        }),
      );
    },
  };
}

/** Gives the browser the contract's paths and methods without its schemas, which saves it all of zod, nor who may call them. */
function slimContract(): Plugin {
  const id = "virtual:contract-routes";
  return {
    name: "deskhand-slim-contract",
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) =>
      source === `\0${id}`
        ? `${endpointFunction} export const routes = ${writeRoutes(minifyContractRouter(contract))};`
        : null,
  };
}

/** What each endpoint of a minified contract is, but for its method and path: written once, as there are 200 of them. */
const endpointFunction = `const endpoint = (method, path) => ({ "~orpc": { errorMap: {}, meta: {}, route: { method, path } } });`;

/** A minified contract as JavaScript that makes it. */
function writeRoutes(router: ReturnType<typeof minifyContractRouter>): string {
  if ("~orpc" in router) {
    const { method, path } = router["~orpc"].route;
    return `endpoint(${JSON.stringify(method)}, ${JSON.stringify(path)})`;
  }
  const entries = Object.entries(router).map(([name, inner]) => `${JSON.stringify(name)}: ${writeRoutes(inner)}`);
  return `{ ${entries.join(", ")} }`;
}

/**
 * Of what React Aria says to screen readers, takes the English words for every language: the product is in English, the rest are 7 kB. In a
 * browser of another language, none at all would be an error.
 */
function englishWords(): Plugin {
  return {
    name: "deskhand-english-words",
    enforce: "pre",
    async resolveId(source, importer = "", options = {}) {
      const english = source.replace(/\/(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/, "/en-US.mjs");
      return /react-aria/.test(importer) && english !== source ? this.resolve(english, importer, options) : null;
    },
  };
}

/** Imports each icon from its own file. By way of the library's index, the first screen would reach the icons of all others. */
function iconsByFile(): Plugin {
  const index = readFileSync(here("../node_modules/lucide-react/dist/esm/lucide-react.mjs"), "utf8");
  const fileOf = new Map(
    [...index.matchAll(/^export \{(.*)\} from '\.\/icons\/(.*)\.mjs';$/gm)].flatMap(([, names = "", file = ""]) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = ""]) => [name, file] as const),
    ),
  );
  const importOf = (line: string, icon: string) => {
    const [name = "", as = name] = icon.split(" as ");
    const file = fileOf.get(name);
    if (file === undefined) throw new Error(`lucide-react has no file for ${name}, in: ${line}`);
    return `import ${as} from "lucide-react/icons/${file}";`;
  };
  return {
    name: "deskhand-icons-by-file",
    apply: "build",
    enforce: "pre",
    transform: {
      filter: { code: '"lucide-react"' },
      handler: (code) =>
        code.replace(/^import \{([^}]*)\} from "lucide-react";$/gm, (line, names: string) =>
          names
            .split(",")
            .map((name) => name.trim())
            .filter((name) => name !== "" && !name.startsWith("type "))
            .map((icon) => importOf(line, icon))
            .join(" "),
        ),
    },
  };
}

/** What the web app's code needs to run at all, also in tests. */
export const codePlugins = () => [react(), tailwindcss(), slimContract(), englishWords()];

/** The modules that some import, these included. */
function reached(graph: Rolldown.ChunkingContext, ...from: string[]): Set<string> {
  const found = new Set<string>();
  const waiting = from.map((path) => here(path));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

let screens: Record<"landing" | "signIn" | "desk" | "dashboard", Set<string>> | undefined;

/** Which of the files of the first screen a module belongs to; null for what comes after it. */
function firstScreen(id: string, graph: Rolldown.ChunkingContext): string | null {
  screens ??= {
    landing: reached(graph, "src/landing/landing.ts"),
    signIn: reached(graph, "src/login.tsx", "src/link.tsx"),
    desk: reached(graph, "src/app.tsx", "src/app/tickets/tickets-tab.tsx"),
    dashboard: reached(graph, "src/app/dashboard-tab.tsx"),
  };
  const { landing, signIn, desk, dashboard } = screens;
  // Those of all later screens are as small as one screen's script, and would each be a file.
  if (id.includes("lucide-react"))
    return signIn.has(id) ? "base" : desk.has(id) || dashboard.has(id) ? "desk" : "icons";
  // Whoever imports one module of a file runs all of it, as the sign-in does later: what starts the desk stays apart.
  if (!desk.has(id) || landing.has(id) || /\.css$|(?:\/src\/app|tickets-tab)\.tsx$/.test(id)) return null;
  return signIn.has(id) ? "base" : "desk";
}

const api = `http://localhost:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root: here("."),
  appType: "mpa",
  plugins: [codePlugins(), pagePaths(), iconsByFile(), publicPages(), fontFirst(), appFiles(), compressed()],
  server: {
    proxy: Object.fromEntries(
      // The server only trusts calls from its own address.
      proxied.map((path) => [path, { target: api, ws: path === "/socket.io", headers: { origin: api } }]),
    ),
  },
  build: {
    outDir: here("dist"),
    emptyOutDir: true,
    // The content security policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: Object.fromEntries(pages.map((page) => [page, here(`${page}.html`)])),
      output: {
        // Named after what they are, not after whatever module happens to come first: scripts/check-bundle.ts reads them.
        codeSplitting: {
          groups: [
            { name: "socket", test: /node_modules\/(?:socket\.io|engine\.io)/ },
            { name: "react", test: /node_modules\/(?:react|react-dom|scheduler)\// },
            // In two files, as each of a hundred small ones costs a head of its own: what the sign-in has too, and the rest.
            { name: firstScreen, debugName: "first screen" },
          ],
        },
      },
    },
  },
});
