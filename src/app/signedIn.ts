/** What is loaded once somebody is signed in: mqtt.js and the areas of the API beyond `session`. */
import type { CatalogueByArea } from '../../contract/endpoints/catalogue.ts';
import type { Client } from '../../contract/endpoint.ts';
import type { MqttLinks } from '../services/mqttLinks.ts';

export interface SignedInServices {
  api: { [Area in Exclude<keyof CatalogueByArea, 'session'>]: Client<CatalogueByArea[Area]> };
  links: MqttLinks;
}
