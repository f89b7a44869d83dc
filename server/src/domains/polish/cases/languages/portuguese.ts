import { linesOf } from "../lines-of.ts";

/** Portuguese with a planted misspelling in each line, and without. */
export const portuguese = {
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
