/** The chunk of signed-in users: the other areas of the API, MQTT with its machines, the fleet. */
export { createMqttLinks } from '../services/mqttLinks.ts';
export { createSignedIn, type SignedInServices } from './signedIn.ts';
export { wireAlarms } from './wiring/alarms.ts';
export { wireCalls } from './wiring/calls.ts';
export { wireConnection } from './wiring/connection.ts';
export { wireFrame } from './wiring/frame.ts';
export { wireFleet } from './wiring/fleet.ts';
