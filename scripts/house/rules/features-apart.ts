import { featuresPath, folderIn } from "../find-room.ts";
import type { Rule } from "../rule.ts";

/** No feature of the web app imports another. */
export const featuresApart: Rule = {
  name: "features-apart",
  why: "a screen that spans features is put together in web/src/app, so a feature can be read and changed alone",
  good: [{ path: "web/src/features/tickets/list.tsx", source: 'import { fetchList } from "./api.ts";\n' }],
  bad: [{ path: "web/src/features/tickets/dialog.tsx", source: 'import { Picker } from "../knowledge/picker.tsx";\n' }],
  check: (tree) =>
    tree.code.flatMap((file) => {
      const own = folderIn(featuresPath, file.path);
      if (own === undefined) return [];
      return file.imports.flatMap(({ target, offset }) => {
        const other = target && folderIn(featuresPath, target);
        if (!other || other === own) return [];
        return [
          { path: file.path, line: file.lineAt(offset), detail: `${own} imports ${other}; let app/ compose them` },
        ];
      });
    }),
};
