/** Selectors of the maps page and of the import dialog. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ConfirmRef } from '../factories/confirm.machine.ts';
import type { lifImportMachine } from './lifImport.machine.ts';
import type { drawnFloorMachine } from './drawnFloor.machine.ts';
import type { drawnFloorsMachine } from './drawnFloors.machine.ts';
import type { mapImportMachine } from './mapImport.machine.ts';
import { placingOf, wishOf } from './mapImport.machine.ts';
import type { mapsMachine } from './maps.machine.ts';
import type { mapScansMachine } from './mapScans.machine.ts';

export type MapImportRef = ActorRefFrom<typeof mapImportMachine>;
export type LifImportRef = ActorRefFrom<typeof lifImportMachine>;
export type DrawnFloorsRef = ActorRefFrom<typeof drawnFloorsMachine>;
export type DrawnFloorRef = ActorRefFrom<typeof drawnFloorMachine>;
export type MapScansRef = ActorRefFrom<typeof mapScansMachine>;
export type MapsRef = ActorRefFrom<typeof mapsMachine>;

type Maps = SnapshotFrom<typeof mapsMachine>;
type Import = SnapshotFrom<typeof mapImportMachine>;
type Drawn = SnapshotFrom<typeof drawnFloorsMachine>;
type Scans = SnapshotFrom<typeof mapScansMachine>;
type Lif = SnapshotFrom<typeof lifImportMachine>;

export const selectMaps = ({ context }: Maps) => context;
export const selectAreMapsLoading = (snapshot: Maps): boolean => snapshot.hasTag('loading');
export const selectIsEditing = (snapshot: Maps): boolean =>
  snapshot.hasTag('editing') || (snapshot.hasTag('working') && snapshot.context.doing?.act === 'change');
export const selectIsAsking = (snapshot: Maps): boolean =>
  snapshot.hasTag('asking') || (snapshot.hasTag('working') && snapshot.context.doing?.act === 'delete');
export const selectIsWorking = (snapshot: Maps): boolean => snapshot.hasTag('working');
export const selectImport = (snapshot: Maps) => snapshot.children['mapImport'];

export const selectLif = (snapshot: Maps) => snapshot.children['lifImport'];

export const selectLifImport = ({ context }: Lif) => context;
export const selectImporting = ({ context }: Import) => context;
export const selectIsReading = (snapshot: Import | Lif): boolean => snapshot.hasTag('reading');
export const selectIsSaving = (snapshot: Import | Lif): boolean => snapshot.hasTag('saving');
export const selectPlacing = ({ context }: Import) => placingOf(context);
export const selectCanSave = ({ context }: Import): boolean => wishOf(context) !== null;

export const selectDrawnFloors = (snapshot: Maps) => snapshot.children['drawnFloors'];
export const selectDrawn = ({ context }: Drawn) => context;
export const selectAreDrawingsLoaded = (snapshot: Drawn): boolean => snapshot.matches({ list: 'ready' });
export const selectDrawnForm = ({ children }: Drawn) => children['form'] as DrawnFloorRef | undefined;
export const selectDrawnQuestion = ({ children }: Drawn) => children['confirm'] as ConfirmRef | undefined;

export const selectScans = (snapshot: Maps) => snapshot.children['mapScans'];
export const selectMapScans = ({ context }: Scans) => context;
export const selectIsChoosingScan = (snapshot: Scans): boolean => snapshot.hasTag('choosing');
export const selectIsStartingScan = (snapshot: Scans): boolean => snapshot.hasTag('starting');
export const selectScanQuestion = ({ children }: Scans) => children['confirm'] as ConfirmRef | undefined;
