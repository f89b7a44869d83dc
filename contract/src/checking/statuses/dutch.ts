import { phrases, type StatusPhrases } from "./phrases.ts";

// The verb stands last, and its auxiliary anywhere before it: "settled" asks for that.
export const dutch: StatusPhrases = {
  refunded: phrases(
    "(hebben|heb) * (op|naar) (je|uw|jouw) (rekening|kaart) (_ )?(gezet|gestort|overgemaakt|geboekt)",
    "(teruggezet|terugontvangen|teruggestuurd naar (je|uw) rekening|terug op (je|uw) (rekening|kaart)|weer op (je|uw) rekening)",
    "(terugbetaald|teruggestort|teruggeboekt|teruggegeven|teruggegaan|gecrediteerd|vergoed|teruggekregen|overgemaakt naar (je|uw|jouw)|teruggeven)",
    "(terugbetaling|restitutie|terugstorting|creditering) * (is|werd|zijn|hebben we|heb ik) (_ )?(verwerkt|uitgevoerd|gedaan|voltooid|gelukt|verstuurd|aangemaakt|ingezet|de deur uit|in gang gezet|overgemaakt|gestart|rond)",
    "(geld|bedrag|€) * (is|zijn|staat) (_ )?(onderweg naar (je|uw) (rekening|kaart)|terug op (je|uw) rekening|retour)",
    "(stortten|storte|betaalden|boekten) * terug",
  ),
  shipped: phrases(
    "op de (bus|post) (gedaan|gegaan|gebracht|gezet|gelegd)",
    "(opgehaald|meegenomen|afgehaald) (door|bij ons|uit ons)",
    "(is|zijn|werd|heeft|hebben) * (ingeladen|opgehaald|meegenomen|afgegeven bij (postnl|dhl|dpd|gls|ups)|op transport|klaargemaakt en verstuurd|aangemeld en verstuurd)",
    "(verliet|verlieten) (_ )?(ons|het) (magazijn|atelier)",
    "(stuurden|verstuurden|verzonden) (we|wij|ik)",
    "ligt * (bij (postnl|dhl|dpd|gls|ups)|in het sorteercentrum)",
    "(verzonden|verstuurd|opgestuurd|toegestuurd|toe gestuurd|gestuurd|weggestuurd|nagestuurd|meegegeven|ingeladen|vertrokken|weggegaan|afgereisd|aangeboden bij)",
    "(is|zijn|was) * (onderweg|vertrokken|de deur uit|weg|op weg|op de post|in transit|bij de (bezorger|vervoerder|koerier)|overgedragen|ingepakt en weg)",
    "op de post (gedaan|gegaan|gelegd)",
    "(de deur uit|op transport) (gegaan|gezet)",
    "(aan|bij) (postnl|dhl|dpd|gls|ups|de (bezorger|vervoerder|koerier)) (_ )?(overhandigd|gegeven|overgedragen|meegegeven|afgegeven|afgeleverd)",
    "(ging|gingen|vertrok|vertrokken) * (de deur uit|op de post|weg|richting|naar je)",
    "heeft (_ )?(ons|het) (magazijn|warenhuis|atelier) (_ )?verlaten",
  ),
  delivered: phrases(
    "(postnl|dhl|dpd|gls|ups|bezorger|koerier|chauffeur|ze) * (bracht|brachten|zette|leverde|gooide|legde|gaf|heeft|hebben) * (bij je|bij u|af|bezorgd|gebracht|neergezet|neergelegd|afgegeven|in de brievenbus)",
    "(bracht|brachten|leverde|leverden|zette) (je|uw|het|de|jouw) * (op|af|bij)",
    "(is|zijn|heeft|hebben) * (gebracht|afgezet|ontvangen door (je|de|uw) bu@|in de brievenbus (gedaan|gestopt))",
    "(heb|hebt|heeft) (je|u) * (ontvangen|in huis|binnen)",
    "(bezorgd|afgeleverd|geleverd|aangekomen|overhandigd|afgegeven|thuisbezorgd|in ontvangst genomen)",
    "(ligt|staat|liggen|staan) (_ )?(sinds * )?(bij (je|uw|de) (buren|buurman|buurvrouw|buur|receptie)|voor (je|uw) deur|in (je|uw) (brievenbus|schuur)|op (je|uw) stoep|al bij (je|u))",
    "(heeft|hebben|is|zijn|werd) * (bij|aan|in|voor|achter) * (achtergelaten|afgezet|neergelegd|neergezet|gelegd|gebracht|ingeworpen|gegooid)",
    "(kwam|kwamen) * (bij (je|u)|aan|binnen bij)",
    "(status|staat)( nu)? (op |als )?['\"]?(bezorgd|afgeleverd)",
  ),
  cancelled: phrases(
    "(geannuleerd|ingetrokken|stopgezet|ongedaan gemaakt|geschrapt)",
    "annulering * (is|hebben we|heb ik) (_ )?(verwerkt|gedaan|doorgevoerd|bevestigd|rond|gelukt)",
  ),
  underway: phrases(
    "(is|zijn|blijft) * (onderweg|op weg|in transit|in de bezorgbus)",
    "nog (steeds |altijd )?(onderweg|op weg)",
  ),
  paid: phrases(
    "(staat|is|zijn|staan) * op onze rekening( (binnengekomen|bijgeschreven|gestort))?",
    "(betaling|overboeking|overschrijving|geld|bedrag) * (is|zijn|hebben we|heb ik|ontvingen we|werd) * (ontvangen|binnen|binnengekomen|aangekomen|verwerkt|gelukt|goed aangekomen|geslaagd)",
    "(hebben|heb) (_ )?(je|uw|jouw|de) (betaling|overboeking|overschrijving) (_ )?(ontvangen|binnen|verwerkt)",
  ),
  returned: phrases(
    "(pakket|bestelling|zending|doos) * (is|kwam|werd) * (retour gekomen|terug bij ons|teruggekomen|teruggestuurd (naar ons|aan ons)|retour afzender|weer bij ons|terug naar ons|naar ons teruggestuurd|bij ons teruggekomen)",
  ),
  pickup: phrases(
    "(ligt|liggen|staat|wacht) * (klaar|op je te wachten|op u te wachten) (_ )?(bij|in|op) (_ )?(postnl-punt|afhaalpunt|pakketpunt|servicepunt|postkantoor|pakketautomaat)",
    "(ligt|liggen|staat) * (bij|in|op) (het|een|de|je) (_ )?(postnl-punt|@punt|postkantoor|pakketautomaat|primera)",
    "kan (_ )?(afgehaald|opgehaald) worden",
  ),
  owed: phrases(
    "(moet(en)? (ik|we|wij)|(ik|we|wij) moet(en)?) * (terugbetalen|terugboeken|terugstorten|overmaken|crediteren|regelen)",
    "(terugbetaling|geld|bedrag|restitutie|creditering) * (staat|is|moet|zijn) * (nog (niet|open)|open|in behandeling|onderweg naar|nog gebeuren)",
    "(nog niet|niet) (_ )?(terugbetaald|teruggestort|teruggeboekt|gecrediteerd)",
    "(nog geen|geen) (geld|terugbetaling|bedrag) * (terugbetaald|teruggestort|teruggeboekt|gedaan|ontvangen|overgemaakt)",
  ),
};
