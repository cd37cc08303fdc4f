module fastka/tests/peers/franz-go

go 1.26.8

require github.com/twmb/franz-go v1.22.0

require (
	github.com/klauspost/compress v1.20.0 // indirect
	github.com/pierrec/lz4/v4 v4.1.30 // indirect
	github.com/twmb/franz-go/pkg/kmsg v1.14.0 // indirect
)
