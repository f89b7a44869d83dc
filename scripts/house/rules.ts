import type { Rule } from "./rule.ts";
import { clockInTests } from "./rules/clock-in-tests.ts";
import { databaseDriver } from "./rules/database-driver.ts";
import { domainDoors } from "./rules/domain-doors.ts";
import { domainManifests } from "./rules/domain-manifests.ts";
import { domainRooms } from "./rules/domain-rooms.ts";
import { featuresApart } from "./rules/features-apart.ts";
import { fileNames } from "./rules/file-names.ts";
import { fileParses } from "./rules/file-parses.ts";
import { fileSize } from "./rules/file-size.ts";
import { folderSize } from "./rules/folder-size.ts";
import { inlineSpreads } from "./rules/inline-spreads.ts";
import { knownFolders } from "./rules/known-folders.ts";
import { laterTables } from "./rules/later-tables.ts";
import { namedExports } from "./rules/named-exports.ts";
import { noMachinePaths } from "./rules/no-machine-paths.ts";
import { nothingUnfinished } from "./rules/nothing-unfinished.ts";
import { outgoingNetwork } from "./rules/outgoing-network.ts";
import { readableSources } from "./rules/readable-sources.ts";
import { releasedMigrations } from "./rules/released-migrations.ts";
import { roomImports } from "./rules/room-imports.ts";
import { settingsReader } from "./rules/settings-reader.ts";
import { sqlInFiles } from "./rules/sql-in-files.ts";
import { tableOwnership } from "./rules/table-owners.ts";
import { tablesKnown } from "./rules/tables-known.ts";
import { verbNames } from "./rules/verb-names.ts";

/** All rules of the house, in the order of the report. */
export const rules: readonly Rule[] = [
  knownFolders,
  fileParses,
  roomImports,
  domainDoors,
  domainManifests,
  domainRooms,
  featuresApart,
  databaseDriver,
  sqlInFiles,
  outgoingNetwork,
  settingsReader,
  tableOwnership,
  laterTables,
  tablesKnown,
  releasedMigrations,
  fileNames,
  verbNames,
  fileSize,
  folderSize,
  namedExports,
  inlineSpreads,
  clockInTests,
  nothingUnfinished,
  noMachinePaths,
  readableSources,
];
