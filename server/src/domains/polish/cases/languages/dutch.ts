import { linesOf } from "../lines-of.ts";

/** Dutch with a planted misspelling in each line, and without. */
export const dutch = {
  planted: linesOf(`
Uw [bestellng|bestelling] is onderweg.
Bedankt voor uw [berciht|bericht].
Wij hebben uw retour [ontvagen|ontvangen].
Onze [excusses|excuses] voor het ongemak.
De [rekenning|rekening] zit in de bijlage.
Het pakket komt [morgren|morgen] aan.
Dit artikel is niet meer [beschickbaar|beschikbaar].
Kunt u ons een foto van de [schadde|schade] sturen?
De [terugbetalling|terugbetaling] duurt drie dagen.
Uw [addres|adres] is aangepast.
De [verzendign|verzending] is gratis.
De [bezorgr|bezorger] trof niemand thuis.
De [garrantie|garantie] geldt twee jaar.
[Helas|Helaas] is de kleur uitverkocht.
U kunt het binnen dertig dagen [terugsturren|terugsturen].
Ons [magazjin|magazijn] is vandaag gesloten.
Wij [controlleren|controleren] de status van het pakket.
Het is een [probleeem|probleem] in ons systeem.
Laat het ons [wetten|weten] als u vragen [hebbt|hebt].
De lamp is [beschadgid|beschadigd] aangekomen.
`),
  sound: linesOf(`
Beste Marjolein, bedankt voor je bericht.
Het pakket is vanochtend uit ons magazijn vertrokken.
Kunt u ons een foto van het verzendlabel sturen?
De hoes kan op dertig graden worden gewassen.
We hebben het bedrag teruggestort op uw rekening.
De bezorger is langs geweest, maar er was niemand thuis.
Er zijn er nog twee in zandkleur.
Het spijt ons zeer van de vertraging.
Het kussen is gemaakt van linnen.
Laat het ons weten als u nog iets nodig heeft.
Het ophalen gebeurt dinsdagmiddag.
Welke maat heeft u liever, de grote of de kleine?
De kortingscode verloopt morgen.
Ons team antwoordt van maandag tot en met vrijdag.
Met vriendelijke groet uit Gent
De lampenkap en de voet worden samen verkocht.
Het is inmiddels opgelost.
Fijne dag nog!
De levertijd is vijf werkdagen.
U hoeft het niet terug te sturen.
`),
};
