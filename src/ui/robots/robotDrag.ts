/** The type of dragged data that is a robot's serial number. */
export const ROBOT_DRAG = 'application/x-robot';
