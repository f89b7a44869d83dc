const greeting =
  /^(?:hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening|day)|hallo|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?|bonjour|bonsoir|salut|ch[eè]re?|hola|buen[oa]s|estimad[oa]|ciao|buongiorno|gentile|ol[aá]|bom dia|boa tarde|hej|hei|beste|geachte)(?=[\s,!.:]|$)/i;

/** Whether an answer already greets its reader in its first words, so that the mail need not greet twice. */
export function opensWithGreeting(content: string): boolean {
  return greeting.test(content.trimStart());
}
