import { linesOf } from "../lines-of.ts";

/** French with a planted misspelling in each line, and without. */
export const french = {
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
