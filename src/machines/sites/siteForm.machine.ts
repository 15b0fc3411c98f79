/** The form of a site, a lift or an access door: its fields and their validation. */
import type { SiteDetails } from '../../../contract/entities/map.ts';
import type { AccessDoor, Lift, OpenedBy } from '../../../contract/entities/site.ts';
import { barePhoneNumber, hasPhoneNumberShape } from '../../../contract/rules/phoneNumber.ts';
import { BATTERY_RESERVE } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { DOOR_OPEN_S, SITE_NAME_MAX, SITE_PHONE_MAX } from '../../../contract/rules/siteLimits.ts';
import { isTimeZone } from '../../../contract/rules/timeZone.ts';
import { createForm, type FormFaults } from '../factories/form.ts';
import type { SiteShown } from './siteShown.ts';

export interface SiteFields {
  readonly what: 'site' | 'lift' | 'door';
  readonly siteId: string;
  /** Empty for a new one. */
  readonly id: string;
  readonly revision: number;
  readonly zhCN: string;
  readonly enUS: string;
  readonly timeZone: string;
  /** The zone before the edit; empty for a new site. */
  readonly timeZoneBefore: string;
  readonly zoneConfirmed: boolean;
  readonly address: string;
  /** Of the reception, as typed. */
  readonly phoneNumber: string;
  /** As typed, degrees. */
  readonly latitude: string;
  readonly longitude: string;
  /** As typed, percent. */
  readonly batteryReserve: string;
  /** The boarding point by floor; empty: does not stop. */
  readonly stops: Readonly<Record<string, string>>;
  /** The floor of the door. */
  readonly mapId: string;
  readonly areaIds: readonly string[];
  readonly openedBy: OpenedBy;
  readonly relayUrl: string;
  /** As typed. */
  readonly openSeconds: string;
  readonly isOutOfService: boolean;
}

const NEW: SiteFields = {
  what: 'site',
  siteId: '',
  id: '',
  revision: 0,
  zhCN: '',
  enUS: '',
  timeZone: '',
  timeZoneBefore: '',
  zoneConfirmed: false,
  address: '',
  phoneNumber: '',
  latitude: '',
  longitude: '',
  batteryReserve: String(BATTERY_RESERVE.usual),
  stops: {},
  mapId: '',
  areaIds: [],
  openedBy: 'robot',
  relayUrl: '',
  openSeconds: String(DOOR_OPEN_S.usual),
  isOutOfService: false,
};

/** @param timeZone of the browser: most sites are where their administrator is */
export const newSite = (timeZone: string): SiteFields => ({ ...NEW, timeZone });
export const newLift = (siteId: string): SiteFields => ({ ...NEW, what: 'lift', siteId });
export const newDoor = (siteId: string, mapId: string): SiteFields => ({ ...NEW, what: 'door', siteId, mapId });

const typed = (degrees: number | null): string => (degrees === null ? '' : String(degrees));

export const fieldsOfSite = ({
  id,
  revision,
  names,
  timeZone,
  address,
  phoneNumber = '',
  latitude,
  longitude,
  batteryReserve,
}: SiteDetails): SiteFields => ({
  ...NEW,
  siteId: id,
  id,
  revision,
  ...names,
  timeZone,
  timeZoneBefore: timeZone,
  address,
  phoneNumber,
  latitude: typed(latitude),
  longitude: typed(longitude),
  batteryReserve: String(batteryReserve),
});
export const fieldsOfLift = (
  siteId: string,
  { id, revision, names, stops, openedBy, relayUrl, openSeconds, isOutOfService }: Lift,
): SiteFields => ({
  ...NEW,
  what: 'lift',
  siteId,
  id,
  revision,
  ...names,
  stops: Object.fromEntries(
    stops.filter(({ state }) => state !== 'untied').map(({ mapId, areaId }) => [mapId, areaId]),
  ),
  openedBy,
  relayUrl,
  openSeconds: String(openSeconds),
  isOutOfService,
});
export const fieldsOfDoor = (
  siteId: string,
  { id, revision, names, mapId, points, openedBy, relayUrl, openSeconds, isOutOfService }: AccessDoor,
): SiteFields => ({
  ...NEW,
  what: 'door',
  siteId,
  id,
  revision,
  ...names,
  mapId,
  areaIds: points.map(({ areaId }) => areaId),
  openedBy,
  relayUrl,
  openSeconds: String(openSeconds),
  isOutOfService,
});

/** Degrees as typed; null if empty, NaN if not a number. */
export const degreesOf = (text: string): number | null => {
  const trimmed = text.trim().replace(',', '.');
  return trimmed === '' ? null : Number(trimmed);
};
const isReserve = (percent: number): boolean =>
  Number.isInteger(percent) && percent >= BATTERY_RESERVE.min && percent <= BATTERY_RESERVE.max;
const isWithin = (degrees: number | null, most: number): boolean => degrees === null || Math.abs(degrees) <= most;

/** The time zone of an existing site changes: asked first, because its clock and every time shown for it move. */
export const changesZone = ({ what, timeZone, timeZoneBefore }: SiteFields): boolean =>
  what === 'site' && timeZoneBefore !== '' && timeZone !== timeZoneBefore;

const nameFault = (name: string): string | null => {
  if (name.trim() === '') return 'sites.fault.nameEmpty';
  return [...name.trim()].length > SITE_NAME_MAX ? 'sites.fault.nameLong' : null;
};

export function siteFaults(fields: SiteFields): FormFaults<SiteFields> {
  const names = { zhCN: nameFault(fields.zhCN), enUS: nameFault(fields.enUS) };
  const named = {
    ...(names.zhCN !== null && { zhCN: names.zhCN }),
    ...(names.enUS !== null && { enUS: names.enUS }),
  };
  return fields.what === 'site' ? { ...named, ...placeFaults(fields) } : { ...named, ...openingFaults(fields) };
}

function placeFaults(fields: SiteFields): FormFaults<SiteFields> {
  const [latitude, longitude] = [degreesOf(fields.latitude), degreesOf(fields.longitude)];
  const phoneNumber = barePhoneNumber(fields.phoneNumber);
  return {
    ...(!isTimeZone(fields.timeZone) && { timeZone: 'sites.fault.timeZone' }),
    ...(changesZone(fields) && !fields.zoneConfirmed && { zoneConfirmed: 'sites.fault.zoneConfirmed' }),
    ...(phoneNumber !== '' && !hasPhoneNumberShape(phoneNumber) && { phoneNumber: 'sites.fault.phoneNumber' }),
    // As typed, with its separators.
    ...(fields.phoneNumber.trim().length > SITE_PHONE_MAX && { phoneNumber: 'sites.fault.phoneNumberLong' }),
    ...(!isWithin(latitude, 90) && { latitude: 'sites.fault.latitude' }),
    ...(latitude === null && longitude !== null && { latitude: 'sites.fault.coordinates' }),
    ...(!isWithin(longitude, 180) && { longitude: 'sites.fault.longitude' }),
    ...(longitude === null && latitude !== null && { longitude: 'sites.fault.coordinates' }),
    ...(!isReserve(Number(fields.batteryReserve)) && { batteryReserve: 'sites.fault.batteryReserve' }),
  };
}

function openingFaults(fields: SiteFields): FormFaults<SiteFields> {
  const seconds = Number(fields.openSeconds);
  const isOpening = Number.isInteger(seconds) && seconds >= DOOR_OPEN_S.min && seconds <= DOOR_OPEN_S.max;
  const url = fields.relayUrl.trim();
  return {
    ...(!isOpening && { openSeconds: 'sites.fault.openSeconds' }),
    ...(fields.what === 'door' && fields.mapId === '' && { mapId: 'sites.fault.floorEmpty' }),
    ...(fields.openedBy === 'relay' && !/^https?:\/\/\S+$/iu.test(url) && { relayUrl: 'sites.fault.relayUrl' }),
  };
}

export const siteFormMachine = createForm<SiteFields, SiteShown | null>({
  id: 'siteForm',
  faultsOf: siteFaults,
  tidied: (fields) => ({
    ...fields,
    zhCN: fields.zhCN.trim(),
    enUS: fields.enUS.trim(),
    address: fields.address.trim(),
    phoneNumber: fields.phoneNumber.trim(),
    relayUrl: fields.relayUrl.trim(),
  }),
  once: true,
});
