export { openTickets } from "./asked.queries.ts";
export { selectGivingTeams, selectWorkers } from "./give-out.queries.ts";
export { type OpenTeam, openTeams } from "./open-teams.ts";
export { createTeam } from "./save-team.ts";
export { deleteTeam, isBack, lockTeam, selectTeams } from "./teams.queries.ts";
