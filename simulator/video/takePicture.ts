/** A single picture of a robot's camera, as a JPEG file. */
import sharp from 'sharp';
import { portraitSvg } from '../../demo/portrait.ts';
import { MAPS } from '../../demo/sites.ts';
import { VIDEO_SIZE } from '../../contract/entities/robotConstants.ts';
import { STILL_MAX_BYTES } from '../../contract/rules/videoWall.ts';
import { createFrame } from '../camera/frame.ts';
import { createCamera } from '../camera/render.ts';
import { rgbOf } from '../camera/rgb.ts';
import { timeOn } from './localTime.ts';
import type { PictureRequest } from './messages.ts';

const QUALITY = 82;
/** Tried in this order until a still picture fits into its message. */
const STILL_QUALITIES = [75, 55, 35, 15];

/** @throws Error if there is no such map, or if a still picture is too large */
export async function takePicture({ view, at, marked, still, ...seen }: PictureRequest): Promise<Buffer> {
  const plan = MAPS.find(({ id }) => id === view.mapId)?.plan;
  if (!plan) throw new Error(`no map ${view.mapId}`);
  const { width, height } = VIDEO_SIZE[still ?? '720p'];
  const frame = createFrame(width, height);
  createCamera({ plan }).draw(frame, { ...seen, ...view, time: timeOn(view.mapId, at), ...(marked && { marked }) });
  const picture = sharp(rgbOf(frame), { raw: { width, height, channels: 3 } });
  if (still === undefined) return picture.jpeg({ quality: QUALITY }).toBuffer();
  for (const quality of STILL_QUALITIES) {
    const jpeg = await picture.clone().jpeg({ quality }).toBuffer();
    if (jpeg.length <= STILL_MAX_BYTES) return jpeg;
  }
  throw new Error('the still picture is too large');
}

/** A face of somebody who does not exist, as a JPEG file. */
export const drawPortrait = (look: number): Promise<Buffer> =>
  sharp(Buffer.from(portraitSvg(look)))
    .jpeg({ quality: QUALITY })
    .toBuffer();
