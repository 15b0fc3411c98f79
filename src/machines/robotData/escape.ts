/** What Escape does on a robot's page: decides the key, and whether Stop may bear its mark. */

export type EscapeMeaning = 'stop' | 'leavePicture' | 'leaveTool';

/** A picture that fills the window and a tool in the hand go before Stop, unless a hand moves the robot. */
export const escapeMeaning = ({
  moving,
  filled,
  tool,
}: {
  moving: boolean;
  filled: boolean;
  tool: boolean;
}): EscapeMeaning => (moving ? 'stop' : filled ? 'leavePicture' : tool ? 'leaveTool' : 'stop');
