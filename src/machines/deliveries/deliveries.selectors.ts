/** Selectors of deliveries. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import type { ConfirmRef } from '../factories/confirm.machine.ts';
import type { deliveriesMachine } from './deliveries.machine.ts';
import type { DeliveryDetailRef, deliveryDetailMachine } from './deliveryDetail.machine.ts';
import type { NewDeliveryRef, newDeliveryMachine } from './newDelivery.machine.ts';

export type { DeliveryDetailRef } from './deliveryDetail.machine.ts';
export type { NewDeliveryRef } from './newDelivery.machine.ts';
export type DeliveriesRef = ActorRefFrom<typeof deliveriesMachine>;
type Snapshot = SnapshotFrom<typeof deliveriesMachine>;
type Detail = SnapshotFrom<typeof deliveryDetailMachine>;
type NewDelivery = SnapshotFrom<typeof newDeliveryMachine>;

export const selectDeliveries = ({ context }: Snapshot) => context;
export const selectIsBoard = (snapshot: Snapshot): boolean => snapshot.hasTag('board');
export const selectIsClearing = (snapshot: Snapshot): boolean => snapshot.hasTag('clearing');
export const selectNewDelivery = ({ children }: Snapshot): NewDeliveryRef | undefined => children.newDelivery;
export const selectDeliveryDetail = ({ children }: Snapshot): DeliveryDetailRef | undefined => children.deliveryDetail;

export const selectDetail = ({ context }: Detail) => context;
export const selectIsActing = (snapshot: Detail): boolean => snapshot.hasTag('acting');
export const selectIsUndoable = (snapshot: Detail): boolean => snapshot.hasTag('undoable');
export const selectIsChoosing = (snapshot: Detail): boolean => snapshot.hasTag('choosing');
export const selectIsRevealing = (snapshot: Detail): boolean => snapshot.hasTag('revealing');
export const selectIsPhoneRevealing = (snapshot: Detail): boolean => snapshot.hasTag('phoneRevealing');
export const selectCancelQuestion = ({ children }: Detail): ConfirmRef | null => children.confirm ?? null;

export const selectDraft = ({ context }: NewDelivery) => context;
export const selectIsSending = (snapshot: NewDelivery): boolean => snapshot.hasTag('sending');
export const selectIsPromising = (snapshot: NewDelivery): boolean => snapshot.hasTag('promising');
export const selectArePlacesLoading = (snapshot: NewDelivery): boolean => snapshot.hasTag('placesLoading');
