import { linesOf } from "./lines-of.ts";

/** Dutch with a planted misspelling in each line, and without. */
export const dutchCases = {
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

/** French with a planted misspelling in each line, and without. */
export const frenchCases = {
  planted: linesOf(`
Votre [comande|commande] est en route.
Nous avons bien [recu|reçu] votre message.
Merci pour votre [pacience|patience].
Le colis sera [livre|livre] demain [aprés-midi|après-midi].
Nous sommes [desolés|désolés] pour ce retard.
Votre [addresse|adresse] a été modifiée.
Le [rembousement|remboursement] prend trois jours.
Pouvez-vous nous [envoyr|envoyer] une photo ?
Cet article n'est plus [disponnible|disponible].
La [facutre|facture] est jointe à ce message.
Nous allons [verifier|vérifier] cela avec le transporteur.
Votre demande a [ete|été] transmise à notre atelier.
Le [produti|produit] est garanti deux ans.
Vous pouvez le [retouner|retourner] sous trente jours.
N'hésitez pas à nous [contatcer|contacter].
Le [paiemment|paiement] a bien été accepté.
La livraison est [gratuitte|gratuite] dès cinquante euros.
Nous vous [remercions|remercions] de votre [comprehension|compréhension].
Le [magazin|magasin] est fermé le lundi.
Le colis est [arivé|arrivé] ce matin.
`),
  sound: linesOf(`
Bonjour Madame Lefèvre, merci de votre message.
Votre colis est parti ce matin de notre entrepôt.
Nous vous souhaitons une excellente journée.
La housse se lave à trente degrés.
Qu'est-ce que vous préférez, le chêne ou le noyer ?
Il n'y a plus de stock, mais nous attendons une livraison jeudi.
L'abat-jour et le pied sont vendus ensemble.
C'est noté, nous nous en occupons aujourd'hui.
Le livreur est passé, mais il n'y avait personne.
Vous recevrez un e-mail avec le numéro de suivi.
Cordialement, Maëlle
Nous avons remboursé la somme sur votre carte.
Le point relais se trouve rue des Alouettes.
Désolée pour l'attente, la semaine a été chargée.
Le coussin existe en lin et en coton.
D'où vient le bois ?
Notre équipe vous répond du lundi au vendredi.
Je vous tiens au courant dès que possible.
Chaque pièce est soufflée à la main.
À bientôt et merci encore !
`),
};

/** German with a planted misspelling in each line, and without. */
export const germanCases = {
  planted: linesOf(`
Ihre [Bestelung|Bestellung] ist auf dem Weg zu Ihnen.
Wir haben Ihr Paket [gesten|gestern] verschickt.
Vielen Dank für Ihre [Nachrricht|Nachricht].
Bitte [schiken|schicken] Sie uns ein Foto vom Schaden.
Das tut uns [wirlkich|wirklich] leid.
Die [Rechnug|Rechnung] finden Sie im Anhang.
Wir [erstaten|erstatten] Ihnen den Betrag bis Freitag.
Der Artikel ist [leidre|leider] nicht mehr auf Lager.
Bitte teilen Sie uns Ihre [Bestellnumer|Bestellnummer] mit.
Wir melden uns so bald wie [moglich|möglich].
Sie können die Lampe [kostenloss|kostenlos] zurücksenden.
Wir haben das mit dem [Versannd|Versand] geprüft.
Das Paket wurde [erfolreich|erfolgreich] zugestellt.
Ihre [Addresse|Adresse] haben wir geändert.
Das ist ein [bedauerliches|bedauerliches] [Vershen|Versehen].
Wir [entschludigen|entschuldigen] uns für die Verspätung.
Bitte [uberprüfen|überprüfen] Sie Ihr Postfach.
Der Fahrer hat Sie [nciht|nicht] angetroffen.
Die Lieferung dauert [ungefahr|ungefähr] drei Tage.
Wir wünschen Ihnen ein schönes [Wochennende|Wochenende].
`),
  sound: linesOf(`
Guten Tag Frau Müssig, vielen Dank für Ihre Geduld.
Die Versandbestätigung haben Sie gestern erhalten.
Das Retourenetikett liegt dem Paket bei.
Wir schicken Ihnen die Sendungsverfolgungsnummer morgen.
Bitte wenden Sie sich an Herrn Schmiedel aus der Buchhaltung.
Der Leinenbezug ist bei 30 Grad waschbar.
Die Wandleuchte wird ohne Leuchtmittel geliefert.
Ihr Paket liegt in der Filiale an der Bahnhofstrasse.
Wir haben Ihnen den Kaufpreis zurückerstattet.
Melden Sie sich gern, wenn noch etwas unklar ist.
Das geht leider nicht, da die Frist abgelaufen ist.
Schön, dass alles geklappt hat!
Die Größe fällt etwas kleiner aus.
Der Bezug ist aus Bio-Baumwolle.
Haben Sie schon im Spamordner nachgesehen?
Viele Grüße aus Köln
Wir gewähren fünf Jahre Garantie auf das Gestell.
Die Zahlung per PayPal ist eingegangen.
Rückfragen beantworten wir werktags bis 17 Uhr.
Das Ersatzteil wird von DHL geliefert.
`),
};

/** Italian with a planted misspelling in each line, and without. */
export const italianCases = {
  planted: linesOf(`
Il suo [oridne|ordine] è in viaggio.
Grazie per il suo [mesaggio|messaggio].
Abbiamo [ricevutto|ricevuto] il reso ieri.
Ci scusiamo per il [dissagio|disagio].
La [fatura|fattura] è allegata alla mail.
Il pacco [arivera|arriverà] domani.
L'articolo non è [disponible|disponibile].
Può inviarci una [fotogarfia|fotografia] del danno?
Il [rimborsso|rimborso] richiede tre giorni.
L'[indrizzo|indirizzo] è stato corretto.
La [spedizzione|spedizione] è gratuita.
Il [coriere|corriere] non ha trovato nessuno.
La [garanziia|garanzia] dura due anni.
[Purtropo|Purtroppo] il colore è esaurito.
Può [restiturlo|restituirlo] entro trenta giorni.
Il nostro [magazino|magazzino] è chiuso oggi.
Stiamo [verficando|verificando] lo stato del pacco.
È un [probelma|problema] del nostro sistema.
Restiamo a sua [dispozione|disposizione].
La lampada è [arrivta|arrivata] rotta.
`),
  sound: linesOf(`
Buongiorno Ludovica, grazie per averci scritto.
Il pacco è partito stamattina dal nostro magazzino.
Potrebbe inviarci una foto dell'etichetta?
La fodera si lava a trenta gradi.
Abbiamo rimborsato l'importo sulla sua carta.
Il corriere è passato, ma non c'era nessuno.
Ne sono rimasti due color sabbia.
Ci dispiace molto per il ritardo.
Il cuscino è fatto di lino.
Ci faccia sapere se le serve altro.
Il ritiro avverrà martedì pomeriggio.
Quale misura preferisce, la grande o la piccola?
Il codice sconto scade domani.
Il nostro team risponde dal lunedì al venerdì.
Cordiali saluti da Torino
Il paralume e la base si vendono insieme.
Abbiamo già risolto tutto.
Le auguriamo una buona giornata!
Qual è il numero dell'ordine?
Non serve che lo restituisca.
`),
};

/** Polish with a planted misspelling in each line, and without. */
export const polishCases = {
  planted: linesOf(`
Państwa [zamówinie|zamówienie] jest w drodze.
Dziękujemy za [wiadomsć|wiadomość].
Otrzymaliśmy [zwort|zwrot] wczoraj.
[Przepraszmy|Przepraszamy] za niedogodności.
[Faktrua|Faktura] jest w załączniku.
Paczka [dotzre|dotrze] jutro.
Ten produkt jest już [niedostepny|niedostępny].
Czy może Pani [przesłc|przesłać] zdjęcie?
Zwrot pieniędzy [potrfa|potrwa] trzy dni.
[Adrss|Adres] został zmieniony.
[Wysyłak|Wysyłka] jest bezpłatna.
[Kurrier|Kurier] nikogo nie zastał.
[Gwaranja|Gwarancja] trwa dwa lata.
[Niesety|Niestety] kolor jest wyprzedany.
Można go [zwrocić|zwrócić] w ciągu trzydziestu dni.
Nasz [magzyn|magazyn] jest dziś zamknięty.
[Sprawdazmy|Sprawdzamy] status przesyłki.
To [prblem|problem] w naszym systemie.
Prosimy o [kontkat|kontakt] w razie pytań.
Lampa dotarła [uszkodzna|uszkodzona] do klienta.
`),
  sound: linesOf(`
Dzień dobry Pani Agnieszko, dziękujemy za wiadomość.
Paczka wyszła dziś rano z naszego magazynu.
Czy może Pan przesłać zdjęcie etykiety?
Poszewkę można prać w trzydziestu stopniach.
Zwróciliśmy pieniądze na Pani kartę.
Kurier był, ale nikogo nie zastał.
Zostały jeszcze dwie w kolorze piasku.
Bardzo przepraszamy za opóźnienie.
Poduszka jest zrobiona z lnu.
Prosimy dać znać, jeśli coś jeszcze będzie potrzebne.
Odbiór będzie we wtorek po południu.
Który rozmiar Pani woli, duży czy mały?
Kod rabatowy wygasa jutro.
Nasz zespół odpowiada od poniedziałku do piątku.
Pozdrawiamy z Krakowa
Klosz i podstawa są sprzedawane razem.
Już to naprawiliśmy.
Życzymy miłego dnia!
Czas dostawy to pięć dni roboczych.
Nie trzeba go odsyłać.
`),
};

/** Portuguese with a planted misspelling in each line, and without. */
export const portugueseCases = {
  planted: linesOf(`
O seu [pedio|pedido] está a caminho.
Obrigado pela sua [mensagen|mensagem].
[Recebmos|Recebemos] a devolução ontem.
Pedimos [descupa|desculpa] pelo incómodo.
A [facutra|fatura|factura] segue em anexo.
A encomenda [chegra|chega|chegará|chegar] amanhã.
Este artigo não está [disponivel|disponível].
Pode enviar uma [fotgrafia|fotografia] do dano?
O [reembolsso|reembolso] demora três dias.
A [morrada|morada] foi corrigida.
O [enivo|envio] é gratuito.
O [estafteta|estafeta] não encontrou ninguém.
A [garanita|garantia] é de dois anos.
[Infelizemnte|Infelizmente] a cor está esgotada.
Pode [devovler|devolver] em trinta dias.
O nosso [armazem|armazém] está fechado hoje.
Estamos a [verifcar|verificar] o estado da encomenda.
É um [probelma|problema] do nosso sistema.
Estamos à sua [disposicão|disposição].
O candeeiro chegou [partdio|partido] a casa.
`),
  sound: linesOf(`
Olá Joaquim, obrigado por nos escrever.
A encomenda saiu hoje de manhã do nosso armazém.
Pode enviar uma fotografia da etiqueta?
A capa lava-se a trinta graus.
Devolvemos o valor para o seu cartão.
O motorista passou, mas não estava ninguém.
Ainda temos duas na cor de areia.
Lamentamos muito o atraso.
A almofada é feita de linho.
Diga-nos se precisar de mais alguma coisa.
A recolha será na terça-feira à tarde.
Que tamanho prefere, o grande ou o pequeno?
O código de desconto termina amanhã.
A nossa equipa responde de segunda a sexta.
Cumprimentos de Lisboa
O abajur e a base são vendidos juntos.
Já está resolvido.
Tenha um bom dia!
O prazo de entrega é de cinco dias.
Não precisa de o devolver.
`),
};

/** Spanish with a planted misspelling in each line, and without. */
export const spanishCases = {
  planted: linesOf(`
Su [pedio|pedido] está en camino.
Gracias por su [mensage|mensaje].
Hemos [recivido|recibido] su devolución.
Lamentamos las [molesitas|molestias] causadas.
El paquete [llegara|llegará] el [proximo|próximo] lunes.
Le enviaremos la [facutra|factura] por correo.
Por favor, [enviénos|envíenos] una foto del daño.
El artículo no está [disponble|disponible] ahora.
La [direción|dirección] no es correcta.
El [reenbolso|reembolso] tarda tres días.
Puede [devolberlo|devolverlo] en treinta días.
Nuestro [alamcén|almacén] está cerrado hoy.
Vamos a [comprovar|comprobar] el estado del envío.
El [tranportista|transportista] no le encontró en casa.
Quedamos a su [dispocisión|disposición].
La [garantia|garantía] cubre dos años.
Es un [probelma|problema] de nuestro sistema.
El color es [diferrente|diferente] al de la foto.
La lámpara llegó [rotta|rota] a casa.
[Tambien|También] tenemos otras tallas.
`),
  sound: linesOf(`
Hola Begoña, gracias por escribirnos.
Su paquete salió esta mañana de nuestro almacén.
¿Podría enviarnos una foto de la etiqueta?
La funda se lava a treinta grados.
Le hemos devuelto el importe a su tarjeta.
El repartidor pasó, pero no había nadie.
Quedan dos unidades en color arena.
Sentimos mucho el retraso.
El cojín está hecho de lino.
Avísenos si necesita algo más.
La recogida será el martes por la tarde.
¿Qué tamaño prefiere, el grande o el pequeño?
El código de descuento caduca mañana.
Nuestro equipo responde de lunes a viernes.
Un saludo desde Sevilla
La pantalla y la base se venden juntas.
Ya lo hemos solucionado.
¡Que tenga un buen día!
El plazo de entrega es de cinco días.
No hace falta que lo devuelva.
`),
};
