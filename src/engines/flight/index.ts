// carom/engines/flight: rigid bodies without contact.

export { flight } from './flight.ts';
