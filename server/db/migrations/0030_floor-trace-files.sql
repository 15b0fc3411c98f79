ALTER TABLE "floor_traces" ALTER COLUMN "png" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "floor_traces" ADD COLUMN "file_id" text;