/** The form inside a step of the first set-up: a site, an empty floor, or a robot, each with as few fields as possible. */
import type { RobotKind } from '../../../contract/entities/constants.ts';
import type { Checklist } from '../../../contract/entities/checklist.ts';
import { createForm, type FormFaults } from '../factories/form.ts';
import { drawnFloorFaults, type DrawnFloorFields, NEW_FLOOR } from '../maps/drawnFloor.machine.ts';
import { newRobot, type RevealedCredentials, robotFaults, type RobotFields } from '../robotFleet/robotForm.machine.ts';
import { newSite, siteFaults } from '../sites/siteForm.machine.ts';

export interface ChecklistFields {
  readonly what: 'site' | 'floor' | 'robot';
  /** Of the site, or of the robot. */
  readonly name: string;
  readonly timeZone: string;
  readonly siteId: string;
  readonly floor: string;
  /** Metres, as typed. */
  readonly width: string;
  readonly height: string;
  readonly manufacturer: string;
  readonly serialNumber: string;
  readonly robotModel: string;
  readonly kind: RobotKind | '';
  /** The floor that the robot has a map of, and what the robot calls it. */
  readonly mapId: string;
  readonly mapName: string;
  /** The person who registers the robot becomes its super administrator. */
  readonly isMine: boolean;
}
/** Floor of an installation that has none yet. */
const FIRST_FLOOR = '1F';
const NEW: ChecklistFields = {
  what: 'site',
  name: '',
  timeZone: '',
  siteId: '',
  floor: FIRST_FLOOR,
  width: NEW_FLOOR.width,
  height: NEW_FLOOR.height,
  manufacturer: '',
  serialNumber: '',
  robotModel: '',
  kind: '',
  mapId: '',
  mapName: '',
  isMine: true,
};

/** What the form of a step begins with; null for a step without a form, or whose site does not exist yet. */
export function fieldsOfStep(
  step: string,
  { steps: { site, floor } }: Pick<Checklist, 'steps'>,
  timeZone: string,
): ChecklistFields | null {
  if (step === 'site' && !site) return { ...NEW, timeZone };
  if (step === 'floor' && site && !floor) return { ...NEW, what: 'floor', siteId: site.siteId };
  if (step !== 'robot' || !site) return null;
  const isHere = floor?.siteId === site.siteId;
  return {
    ...NEW,
    what: 'robot',
    siteId: site.siteId,
    mapId: isHere ? floor.mapId : '',
    mapName: isHere ? floor.floor : '',
  };
}

/** The floor has no name besides its number yet. */
export const floorOf = ({ siteId, floor, width, height }: ChecklistFields): DrawnFloorFields => ({
  siteId,
  floor,
  name: floor,
  width,
  height,
});
export const robotOf = (fields: ChecklistFields): RobotFields => ({
  ...newRobot('register', fields.siteId, fields.manufacturer),
  serialNumber: fields.serialNumber,
  robotModel: fields.robotModel,
  kind: fields.kind,
  nameEn: fields.name,
  nameZh: fields.name,
  maps: fields.mapId === '' ? {} : { [fields.mapId]: fields.mapName },
});

export function checklistFaults(fields: ChecklistFields): FormFaults<ChecklistFields> {
  const { what, name, timeZone } = fields;
  if (what === 'site') {
    const { enUS, timeZone: zone } = siteFaults({ ...newSite(timeZone), zhCN: name, enUS: name });
    return { ...(enUS !== undefined && { name: enUS }), ...(zone !== undefined && { timeZone: zone }) };
  }
  if (what === 'floor') {
    const { floor, width } = drawnFloorFaults(floorOf(fields));
    return { ...(floor !== undefined && { floor }), ...(width !== undefined && { width }) };
  }
  const { manufacturer, serialNumber, robotModel, kind, nameEn } = robotFaults(robotOf(fields));
  return {
    ...(manufacturer !== undefined && { manufacturer }),
    ...(serialNumber !== undefined && { serialNumber }),
    ...(robotModel !== undefined && { robotModel }),
    ...(kind !== undefined && { kind }),
    ...(nameEn !== undefined && { name: nameEn }),
  };
}

export const checklistFormMachine = createForm<ChecklistFields, RevealedCredentials | null>({
  id: 'checklistForm',
  faultsOf: checklistFaults,
  tidied: (fields) => ({ ...fields, name: fields.name.trim(), floor: fields.floor.trim() }),
  once: true,
});
