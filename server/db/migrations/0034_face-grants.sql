CREATE TABLE "face_grants" (
	"serial_number" text NOT NULL,
	"user_id" text NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone,
	CONSTRAINT "face_grants_serial_number_user_id_pk" PRIMARY KEY("serial_number","user_id")
);
--> statement-breakpoint
CREATE INDEX "face_grants_asked" ON "face_grants" USING btree ("asked_at");